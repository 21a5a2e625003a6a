import { readFile } from 'node:fs/promises'
import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test'
import { startStack } from '../../../scripts/stack.ts'
import { checkPolicy } from './policy.ts'

const admin = { username: 'ada@example.org', password: 'seven lanterns' }
const title = 'The Night Ferry'
/** A browser without a head says so, and is a robot. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

test('what a reader and the desk open is counted apart, shown by period, and taken along as a file', async ({
  browser,
  playwright,
}) => {
  await using stack = await startStack({
    env: { ADMIN_EMAIL: admin.username, ADMIN_PASSWORD: admin.password },
  })
  const api = await playwright.request.newContext({ baseURL: stack.url })
  const token = await publish(api)
  const desk = await openPage(browser, stack.url, token)
  await readStory(await openPage(browser, stack.url, null))
  await readStory(desk)

  await desk.goto('/admin/analytics')
  await expectFigures(desk, { views: '2', visitors: '2', byTheDesk: '1' })
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

  await readStory(await openPage(browser, stack.url, null))
  await desk.getByRole('button', { name: 'Trigger Analytics' }).click()
  await expectFigures(desk, { views: '3', visitors: '3', byTheDesk: '1' })

  await desk.getByRole('link', { name: title }).first().click()
  await expect(desk.getByRole('heading', { name: title })).toBeVisible()
  await expect(desk.getByRole('list', { name: 'Versions' })).toHaveText(/Version \d+, saved .*3 · 100%/)
  await api.dispose()
})

/** @returns the token of the admin */
async function publish(api: APIRequestContext): Promise<string> {
  const { token } = await (await api.post('/admin/login', { data: admin })).json()
  const headers = { authorization: `Bearer ${token}` }
  await api.post('/admin/articles', { headers, data: { title, content: [] } })
  await api.put('/admin/articles/1/publish', { headers })
  return token
}

/** In a browser of its own: another visitor. */
async function openPage(browser: Browser, baseURL: string, token: string | null): Promise<Page> {
  const page = await (await browser.newContext({ baseURL, userAgent })).newPage()
  checkPolicy(page)
  if (token) await page.addInitScript((value) => localStorage.setItem('token', value), token)
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
