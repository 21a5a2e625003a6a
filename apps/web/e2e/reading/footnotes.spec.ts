import { expectNoBarrier } from '../barriers.ts'
import { expect, test } from '../editor/test.ts'
import { tabAndPress } from '../keyboard.ts'
import { write } from '../test-site.ts'
import { turns } from './story.ts'

const reference = { type: 'footnote-reference', note: 'a', children: [{ text: '' }] }
const story = [
  { type: 'paragraph', children: [{ text: 'The lamp turns.' }, reference, { text: ' Always.' }] },
  ...turns(8),
  {
    type: 'footnote',
    note: 'a',
    children: [{ text: 'See ' }, { type: 'link', url: '/', children: [{ text: 'the log' }] }, { text: '.' }],
  },
]

let path: string

test.beforeAll(async ({ site }) => {
  path = `/post/${await write(site.api, { title: 'Notes', content: story, published: true })}`
})

test('a footnote is shown beside its reference, by keyboard and on a phone', { tag: '@journey' }, async ({
  reader: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(path)
  const link = page.locator('[role=doc-noteref]')
  const note = page.getByRole('note', { name: 'Footnote 1' })
  await tabAndPress(page, link)
  await expect(note).toHaveText('See the log.')
  await expect(note).toBeInViewport({ ratio: 1 })
  await expectNoBarrier(page)
  await page.keyboard.press('Tab')
  await expect(note.getByRole('link', { name: 'the log' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(note).toBeHidden()
  await expect(link).toBeFocused()
  await link.click()
  await expect(note).toBeVisible()
  await page.mouse.click(380, 800)
  await expect(note).toBeHidden()
})

test('a story is finished with its text, however long its notes are', async ({ reader: page, site }) => {
  const notes = { type: 'footnote', note: 'a', children: [{ text: 'A long note. '.repeat(400) }] }
  const content = [...story.slice(0, -1), notes]
  await page.goto(`/post/${await write(site.api, { title: 'Long notes', content, published: true })}`)
  const positions = () => page.evaluate(() => localStorage.getItem('reading_places'))
  await page.getByText('Turn 4.').evaluate((block) => block.scrollIntoView())
  await expect.poll(positions).not.toBeNull()
  await page.getByText('Turn 8.').evaluate((block) => block.scrollIntoView({ block: 'end' }))
  await expect.poll(positions).toBeNull()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the link leads to the note at the end, and back', async ({ reader: page }) => {
    await page.goto(path)
    await page.locator('[role=doc-noteref]').click()
    await expect(page.locator('#fn_1')).toBeInViewport()
    await expect(page.locator('[role=doc-backlink]')).toHaveCSS('text-decoration-line', 'underline')
    await page.locator('[role=doc-backlink]').click()
    await expect(page.locator('#fnref_1')).toBeInViewport()
  })
})
