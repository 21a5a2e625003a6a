import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { signInPage, startDesk } from './desk.ts'
import { checkPolicy } from './policy.ts'

const title = 'The Night Ferry'
/** A browser without a head says so, and is a robot. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

test('what a reader and the desk open is counted apart, shown by period, and taken along as a file', async ({
  browser,
}) => {
  await using site = await startDesk([{ title, published: true }])
  const { stack, token } = site
  const desk = await openPage(browser, stack.url, token)
  await readStory(await openPage(browser, stack.url, null))
  await readStory(desk)

  await desk.goto('/admin/analytics')
  await expectFigures(desk, { views: '2', visitors: '2', byTheDesk: '1' })
  await expect(desk.getByText('2 visitors in the last 5 minutes')).toBeVisible()
  await expect(desk.getByRole('img', { name: /^Views day by day .* 2 in all/ })).toBeVisible()

  await desk.keyboard.press('m')
  await expect(desk).toHaveURL(/period=30/)
  await desk.keyboard.press('x')
  await expect(desk).toHaveURL(/compare=off/)
  await desk.getByRole('button', { name: 'Show as table' }).click()
  const chart = desk.getByRole('region', { name: 'Views over time table' })
  await expect(chart.getByRole('row')).toHaveCount(31)
  await expect(chart.getByRole('columnheader')).toHaveText(['Time', 'Views', 'Visitors'])
  expect(await exportCsv(desk)).toContain(`"article","/post/1 ${title}",2,`)

  await desk.getByRole('list', { name: 'Devices' }).getByRole('link', { name: 'Desktop' }).press('Enter')
  await expect(desk).toHaveURL(/period=30&compare=off&device=Desktop/)
  await expect(desk.getByLabel('Figures of the filter')).toContainText('Views2')
  await expect(desk.getByRole('link', { name: title })).toBeVisible()
  const chip = desk.getByRole('link', { name: 'Remove the filter Device: Desktop' })
  await expect(chip).toBeFocused()
  expect(await exportCsv(desk)).toContain('"filter","device: Desktop",')
  await desk.reload()
  await chip.press('Enter')
  await expect(desk).toHaveURL(/\?period=30&compare=off$/)
  await expect(desk.getByRole('heading', { name: 'Analytics', exact: true })).toBeFocused()

  await readStory(await openPage(browser, stack.url, null))
  await desk.getByRole('button', { name: 'Trigger Analytics' }).click()
  await expectFigures(desk, { views: '3', visitors: '3', byTheDesk: '1' })

  await expect(desk.getByText('3 visitors in the last 5 minutes')).toBeVisible()
  await desk.getByRole('link', { name: title }).first().click()
  await expect(desk.getByRole('heading', { name: title })).toBeVisible()
  await expect(desk.getByRole('list', { name: 'Versions' })).toHaveText(/Version \d+, saved .*3 · 100%/)
})

/** In a browser of its own: another visitor. */
async function openPage(browser: Browser, baseURL: string, token: string | null): Promise<Page> {
  const page = await (await browser.newContext({ baseURL, userAgent })).newPage()
  if (token) await signInPage(page, token)
  else checkPolicy(page)
  return page
}

async function readStory(page: Page) {
  const recorded = page.waitForResponse('**/api/articles/1/view')
  await page.goto('/post/1')
  expect(await (await recorded).json()).toMatchObject({ counted: true })
}

async function expectFigures(page: Page, { views, visitors, byTheDesk }: Record<string, string>) {
  const figures = page.getByLabel('Figures of the period').locator('div')
  await expect(figures.filter({ hasText: /^Views/ })).toContainText(`Views${views}`)
  await expect(figures.filter({ hasText: /^Visitors/ })).toContainText(`Visitors${visitors}`)
  await expect(figures.filter({ hasText: /^By the desk/ })).toContainText(`By the desk${byTheDesk}`)
}

async function exportCsv(page: Page): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^analytics-30-\d{4}-\d\d-\d\d\.csv$/)
  return readFile(await file.path(), 'utf8')
}
