import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { checkPolicy } from './policy.ts'
import { signInPage, startTestSite } from './test-site.ts'

const title = 'The Night Ferry'
/** Headless Chromium says so in its user agent, and would be counted as a bot. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

test('views of readers and of staff are counted apart, shown by period and exported as a file', {
  tag: '@slow',
}, async ({ browser }) => {
  await using site = await startTestSite([{ title, published: true }])
  const { stack, token } = site
  const editor = await openPage(browser, stack.url, token)
  await readStory(await openPage(browser, stack.url, null), 'http://news.example/')
  await readStory(editor, 'https://news.example/')

  await editor.goto('/admin/analytics')
  await expectFigures(editor, { views: '2', visitors: '2', byStaff: '1' })
  await expect(editor.getByText('2 visitors in the last 5 minutes')).toBeVisible()
  await expect(editor.getByRole('img', { name: /^Views day by day .* 2 in all/ })).toBeVisible()

  await editor.keyboard.press('m')
  await expect(editor).toHaveURL(/period=30/)
  await expect(editor.getByRole('list', { name: 'Devices' })).toHaveCount(0)
  await editor.keyboard.press('x')
  await expect(editor.getByRole('button', { name: 'Hide the period before' })).toBeVisible()
  await expect(editor.getByRole('button', { name: 'More figures', expanded: true })).toBeVisible()
  const referrers = editor.getByRole('list', { name: 'Referrers' }).getByRole('listitem')
  await expect(referrers).toHaveText(['http://news.example1 · 50%', 'news.example1 · 50%'])
  await editor.keyboard.press('x')
  await expect(editor).toHaveURL(/more=1&compare=off/)
  await editor.getByRole('button', { name: 'Show as table' }).click()
  const chart = editor.getByRole('region', { name: 'Views over time table' })
  await expect(chart.getByRole('row')).toHaveCount(31)
  await expect(chart.getByRole('columnheader')).toHaveText(['Time', 'Views', 'Visitors'])
  const exported = await exportCsv(editor)
  expect(exported).toContain(`"article","/post/1 ${title}",2,`)
  expect(exported, 'which Excel reads as UTF-8').toMatch(/^\uFEFF"part"/)

  await editor.getByRole('list', { name: 'Devices' }).getByRole('link', { name: 'Desktop' }).press('Enter')
  await expect(editor).toHaveURL(/period=30&more=1&compare=off&device=Desktop/)
  await expect(editor.getByLabel('Figures of the filter')).toContainText('Views2')
  await expect(editor.getByRole('link', { name: title })).toBeVisible()
  const chip = editor.getByRole('link', { name: 'Remove the filter Device: Desktop' })
  await expect(chip).toBeFocused()
  await editor.keyboard.press('x')
  await expect(editor, 'a key works once with a filter, too').toHaveURL(/\?period=30&more=1&device=Desktop$/)
  await editor.keyboard.press('x')
  await expect(editor).toHaveURL(/compare=off/)
  expect(await exportCsv(editor)).toContain('"filter","device: Desktop",')
  const asked = editor.waitForRequest(/trpc\/[^?]*analytics\.facet/)
  await editor.getByRole('button', { name: 'Trigger Analytics' }).click()
  await asked // to say that a summary is being made, and to show it
  await editor.reload()
  await chip.press('Enter')
  await expect(editor).toHaveURL(/\?period=30&more=1&compare=off$/)
  await expect(editor.getByRole('heading', { name: 'Analytics', exact: true })).toBeFocused()

  await readStory(await openPage(browser, stack.url, null))
  await editor.getByRole('button', { name: 'Trigger Analytics' }).click()
  await expectFigures(editor, { views: '3', visitors: '3', byStaff: '1' })

  await expect(editor.getByText('3 visitors in the last 5 minutes')).toBeVisible()
  await editor.getByRole('link', { name: title }).first().click()
  await expect(editor.getByRole('heading', { name: title })).toBeVisible()
  await expect(editor.getByRole('list', { name: 'Versions' })).toHaveText(/Version \d+, saved .*3 · 100%/)
})

/** Opens a page in a new browser context, as another visitor. */
async function openPage(browser: Browser, baseURL: string, token: string | null): Promise<Page> {
  const page = await (await browser.newContext({ baseURL, userAgent })).newPage()
  if (token) await signInPage(page, token)
  else checkPolicy(page)
  return page
}

async function readStory(page: Page, referer?: string) {
  const recorded = page.waitForResponse('**/api/articles/1/view')
  await page.goto('/post/1', { referer })
  expect(await (await recorded).json()).toMatchObject({ counted: true })
}

async function expectFigures(page: Page, { views, visitors, byStaff }: Record<string, string>) {
  const figures = page.getByLabel('Figures of the period').locator('div')
  await expect(figures.filter({ hasText: /^Views/ })).toContainText(`Views${views}`)
  await expect(figures.filter({ hasText: /^Visitors/ })).toContainText(`Visitors${visitors}`)
  await expect(figures.filter({ hasText: /^By the desk/ })).toContainText(`By the desk${byStaff}`)
}

async function exportCsv(page: Page): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^analytics-30-\d{4}-\d\d-\d\d\.csv$/)
  return readFile(await file.path(), 'utf8')
}
