import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { paragraph } from './content.ts'
import { checkPolicy } from './policy.ts'
import { startTestSite, type TestSite } from './test-site.ts'

const content = [
  paragraph('The ferry leaves at dusk. She lit the lamp and set it in the window.'),
  paragraph('In the morning the lamp was still burning.'),
]

let site: TestSite

test.beforeAll(async () => {
  site = await startTestSite([{ title: 'The Night Ferry', content }])
})

test.afterAll(() => site[Symbol.asyncDispose]())

/** Opens a new preview of the story. */
async function openProof(page: Page) {
  checkPolicy(page)
  const made = await (await site.api.post('/admin/articles/1/previews', { data: {} })).json()
  await page.goto(`${site.stack.url}${new URL(made.data.url).pathname}`)
}

const notes = async (): Promise<Record<string, unknown>[]> =>
  (await (await site.api.get('/admin/articles/1/notes')).json()).data

/** Selects words in the first paragraph that has them, as the mouse does. */
const select = (page: Page, words: string) =>
  page.evaluate((words) => {
    for (const paragraph of document.querySelectorAll('.prose p')) {
      const text = paragraph.firstChild
      const start = paragraph.textContent?.indexOf(words) ?? -1
      if (text && start >= 0) return getSelection()?.setBaseAndExtent(text, start, text, start + words.length)
    }
  }, words)

const marked = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('own-notes') ?? [])].map((range) => String(range)))

test('a reader notes selected words, suggests others, and sees the note after a reload', async ({ page }) => {
  await openProof(page)
  await select(page, 'the lamp')
  await page.getByRole('button', { name: 'Add a note on the selected words' }).click()
  const form = page.getByRole('dialog', { name: 'Add a note' })
  await expect(form.getByLabel('Note', { exact: true })).toBeFocused()
  await form.getByLabel('Note', { exact: true }).fill('A lantern?')
  await form.getByText('Suggest other words').click()
  await form.getByLabel('Your words instead of the quote').fill('the lantern')
  await form.getByLabel('Your name').fill('Njeri')
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([])
  await form.getByRole('button', { name: 'Send note' }).click()
  await expect(form).toBeHidden()

  expect((await notes()).at(-1)).toMatchObject({
    name: 'Njeri',
    text: 'A lantern?',
    suggestion: 'the lantern',
    quote: 'the lamp',
    prefix: 'The ferry leaves at dusk. She lit ',
  })
  await page.reload()
  await expect(page.getByText('Your notes (1)')).toBeVisible()
  expect(await marked(page)).toEqual(['the lamp'])
  await page.getByRole('button', { name: 'Add a note', exact: true }).click()
  await expect(form.getByLabel('Your name')).toHaveValue('Njeri')
})

test('the keyboard is enough: a paragraph is chosen in the form', async ({ page }) => {
  await openProof(page)
  await page.getByRole('button', { name: 'Add a note', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('About').selectOption({ label: '2. In the morning the lamp was still burning.' })
  await page.getByLabel('Note', { exact: true }).fill('Lovely.')
  await page.getByLabel('Your name').fill('Wanjiru')
  await page.keyboard.press('Enter')

  await expect(page.getByText('Your notes (1)')).toBeVisible()
  expect((await notes()).at(-1)).toMatchObject({ quote: 'In the morning the lamp was still burning.' })
})

test('a note that could not be sent is not lost', async ({ page }) => {
  await openProof(page)
  await page.route('**/api/previews/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Add a note', exact: true }).click()
  await page.getByLabel('Note', { exact: true }).fill('Who is she?')
  await page.getByLabel('Your name').fill('Njeri')
  await page.getByRole('button', { name: 'Send note' }).click()
  await expect(page.getByRole('alert')).toContainText('The note could not be sent.')
  await page.keyboard.press('Escape')

  await page.unroute('**/api/previews/**')
  await page.getByRole('button', { name: 'Add a note', exact: true }).click()
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('Who is she?')
  await page.getByRole('button', { name: 'Send note' }).click()
  await expect(page.getByText('Your notes (1)')).toBeVisible()
  expect((await notes()).at(-1)).toMatchObject({ text: 'Who is she?', quote: '' })
})

test('public pages load nothing of it', async ({ page }) => {
  await site.api.put('/admin/articles/1/publish')
  await page.goto(`${site.stack.url}/post/1`)
  await expect(page.getByRole('heading', { name: 'The Night Ferry' })).toBeVisible()
  await expect(page.locator('script[src*=notes], link[href*=notes]')).toHaveCount(0)
})
