import type { Locator } from '@playwright/test'
import { paragraph } from '../content.ts'
import { write as writeArticle } from '../test-site.ts'
import { expect, moveCaret, test } from './test.ts'

test.use({ isShared: true })

const SCENE_BREAK = paragraph('***')

test('a scene break is shown as a rule, selected by click and by key, and removed, with text before and after it', {
  tag: '@slow',
}, async ({ write }) => {
  const { page, text, saved } = await write([paragraph('He left.'), SCENE_BREAK, paragraph('Years later')])
  const rule = text.locator('hr')
  const selected = text.locator('hr[data-selected]')
  await expect(text).not.toContainText('*')
  expect((await rule.boundingBox())?.height).toBeGreaterThan(20)

  await rule.click()
  await expect(selected).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.keyboard.type('It rained.')
  await moveCaret(page, 'Home')
  await page.keyboard.press('Backspace')
  await expect(selected).toHaveCount(1)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('End')
  await page.keyboard.type(' Alone.')
  expect(await saved()).toEqual([
    paragraph('He left. Alone.'),
    SCENE_BREAK,
    paragraph('It rained.'),
    paragraph('Years later'),
  ])

  await rule.click()
  await expect(selected).toHaveCount(1)
  await page.keyboard.press('Delete')
  await expect(rule).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(rule).toHaveCount(1)
})

test('a typed, chosen or pasted scene break is converted at once, and stored as three asterisks', async ({
  write,
}) => {
  const { page, text, saved } = await write([paragraph('One.')])
  await page.keyboard.press('Enter')
  await page.keyboard.type('***')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Two.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/scene')
  await expect(page.getByRole('option', { name: 'Scene break' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Three.')
  await text.evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '\n\n* * *\n\nFour.\n\n#\n\nFive.')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(text.locator('hr')).toHaveCount(4)
  expect(await saved()).toEqual(
    ['One.', '***', 'Two.', '***', 'Three.', '***', 'Four.', '***', 'Five.'].map(paragraph),
  )
})

test('a scene break has its height on the page of the article too', async ({ page, site }) => {
  const content = [paragraph('He left.'), SCENE_BREAK, paragraph('Years later')]
  const id = await writeArticle(site.api, { title: 'A draft', content })
  await page.goto(`/admin/draft/${id}`)
  await expect(page.getByText('Years later')).toBeVisible()
  expect((await page.locator('hr.scene-break').boundingBox())?.height).toBeGreaterThan(12)
})

test('an empty line between stanzas is one line high in the editor, the admin, a preview, the story and in print', async ({
  write,
  site,
}) => {
  const stanzas = ['The lamp turns.', '', 'The sea does not.'].map(paragraph)
  const { page, id, text } = await write(stanzas)
  await expect(text.locator('p')).toHaveCount(3)
  await expectOneLine(text)

  await page.goto(`/admin/draft/${id}`)
  await expectOneLine(page.locator('.prose'))

  const made = await (await site.api.post(`/admin/articles/${id}/previews`, { data: {} })).json()
  await page.goto(made.data.url)
  await expectOneLine(page.locator('.prose'))

  await site.api.put(`/admin/articles/${id}/publish`)
  await page.goto(`/post/${id}`)
  await expectOneLine(page.locator('.prose'))
  await page.emulateMedia({ media: 'print' })
  await expectOneLine(page.locator('.prose'))
})

/** Expects the second of three paragraphs to be as high as a line. */
async function expectOneLine(prose: Locator) {
  await expect(prose.getByText('The sea does not.')).toBeVisible()
  const heights = await prose.locator('p').evaluateAll((all) => {
    return all.slice(0, 2).map((paragraph) => Math.round(paragraph.getBoundingClientRect().height))
  })
  expect(heights[1], 'of the empty line').toBeGreaterThan(12)
  expect(heights[1]).toBe(heights[0])
}

test('a line that is pasted while a scene break is selected takes its place', async ({ write }) => {
  const { page, text } = await write([paragraph('He left.'), SCENE_BREAK])
  await text.locator('hr').click()
  await expect(text.locator('hr[data-selected]')).toHaveCount(1)
  await page.evaluate(() => navigator.clipboard.writeText('Years later'))
  await page.keyboard.press('ControlOrMeta+v')
  await expect(text.locator('p')).toHaveText(['He left.', 'Years later'])
})
