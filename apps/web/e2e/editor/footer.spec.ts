import type { Page } from '@playwright/test'
import { paragraph } from '../content.ts'
import { expect, moveCaret, test } from './test.ts'

test.use({ isShared: true })

test('the footer counts words, minutes, the selection and TK marks', async ({ write }) => {
  const { page, text } = await write([
    paragraph('The ferry leaves at dusk. '.repeat(100)),
    paragraph('The TK keeper rows to TK.'),
  ])
  const footer = page.locator('.editor-footer')
  await expect(footer).toHaveText(/^506 words3 minutes to read2 TK left/)
  await page.keyboard.type(' Rain.')
  await expect(footer).toContainText('507 words')
  await moveCaret(page, 'Shift+Home')
  await expect(footer).toContainText('7 of 507 words')
  await moveCaret(page, 'End')
  await expect(footer).toContainText('507 words')
  expect(await marked(page, 'editor-tk')).toEqual(['TK', 'TK'])
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await expect(footer).toHaveText(/^0 words0 minutes to read/)
  await expect(text).toHaveText('')
  expect(await marked(page, 'editor-tk')).toEqual([])
})

test('beside open details at 1280 px, the save bar has one line while there are changes', {
  tag: '@slow',
}, async ({ write }) => {
  const image = { type: 'image', url: '/api/uploads/a.png', children: [{ text: '' }] }
  const { page } = await write([image, paragraph('The TK keeper rows to TK. '.repeat(300))])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.type(' Rain.')
  await page.reload()
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible()
  await expect(page.locator('.editor-footer')).toContainText('1 image has no description')
  await expect(page.locator('.editor-footer')).toContainText('Writing Aids')
  await page.waitForLoadState('networkidle')
  expect((await page.locator('.save-bar').boundingBox())!.height).toBeLessThan(50)
})

test('code is highlighted by its language, without a trace in the page or in the saved content', async ({
  write,
}) => {
  const line = (text: string) => ({ type: 'code-line', children: [{ text }] })
  const code = (language: string, ...lines: string[]) => ({
    type: 'code-block',
    language,
    children: lines.map(line),
  })
  const { page, text, saved } = await write([
    code('typescript', 'const lamp = "lit" // dusk', 'row(3)'),
    paragraph('After'),
  ])
  await expect.poll(() => marked(page, 'editor-code-string')).toEqual(['"lit"'])
  expect(await marked(page, 'editor-code-keyword')).toEqual(['const'])
  expect(await marked(page, 'editor-code-comment')).toEqual(['// dusk'])
  expect(await marked(page, 'editor-code-number')).toEqual(['3'])
  await expect(text.locator('code span')).toHaveCount(2)

  await text.locator('code span').last().click()
  await moveCaret(page, 'End')
  await page.keyboard.type(' + "oar"')
  await expect.poll(() => marked(page, 'editor-code-string')).toEqual(['"lit"', '"oar"'])
  await page.getByLabel('Language').selectOption('Plain text')
  await expect.poll(() => marked(page, 'editor-code-string')).toEqual([])
  await page.getByLabel('Language').selectOption('Python')
  await expect.poll(() => marked(page, 'editor-code-string')).toEqual(['"lit"', '"oar"'])
  expect(await saved()).toEqual([
    code('python', 'const lamp = "lit" // dusk', 'row(3) + "oar"'),
    paragraph('After'),
  ])
})

/** The highlighted texts, in the order of the page. */
const marked = (page: Page, name: string) =>
  page.evaluate((key) => [...(CSS.highlights.get(key) ?? [])].map((range) => range.toString()), name)
