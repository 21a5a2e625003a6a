import { expect, type Page, test } from '@playwright/test'
import { expectNoBarrierAt } from '../barriers.ts'
import { paragraph } from '../content.ts'
import { checkPolicy } from '../policy.ts'
import { startTestSite, type TestSite } from '../test-site.ts'

let site: TestSite

test.beforeAll(async () => {
  const content = [paragraph('The lamp turns.')]
  site = await startTestSite([{ title: 'The Lamp', content, published: true }])
})

test.afterAll(() => site[Symbol.asyncDispose]())

// Views of a headless browser do not count.
test.use({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' })

test.beforeEach(({ page }) => checkPolicy(page))

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

test('a reader sees what is counted about their browser, and erases it there and on the server', async ({
  page,
}) => {
  const counted = page.waitForResponse((response) => response.url().endsWith('/view'))
  await page.goto(`${site.stack.url}/post/1`)
  await counted
  await page.getByRole('link', { name: 'Your Data' }).click()
  await expect(page.getByLabel('Identifier of this browser')).not.toHaveValue('')

  await page.getByRole('button', { name: 'Show what is counted' }).click()
  const shown = page.getByRole('region', { name: 'What is counted about your browser' })
  await expect(shown.getByRole('listitem').filter({ hasText: 'The Lamp' })).toHaveCount(2)

  await page.getByRole('button', { name: 'Erase it' }).click()
  await expect(page.getByText('Erased.')).toBeVisible()
  await expect(page.getByLabel('Identifier of this browser')).toHaveValue('')
  for (const key of ['session_id', 'last_readings', 'reading_places'])
    expect(await stored(page, key)).toBeNull()
})

test('without a script, an identifier is typed in', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(`${site.stack.url}/your-data`)
  await page.getByLabel('Identifier of this browser').fill('reader-0001')
  await page.getByRole('button', { name: 'Show what is counted' }).click()
  await expect(page.getByText('Nothing is counted about a browser with this identifier.')).toBeVisible()
  await page.close()
})

test('a reader who comes back to a corrected story reads so, with a link to the corrections', async ({
  page,
}) => {
  await page.goto(`${site.stack.url}/post/1`)
  await expect(page.locator('.changed-since')).toHaveCount(0)
  await site.api.post('/admin/articles/1/corrections', { data: { text: 'It turns every ninety hours.' } })
  await page.goto(`${site.stack.url}/post/1`)
  await expect(page.getByText(/You last opened this story on .* It was changed since\./)).toBeVisible()
  await page.getByRole('link', { name: 'See the corrections' }).click()
  await expect(page.getByRole('region', { name: 'Corrections' })).toBeInViewport()
})

for (const path of ['/your-data', '/corrections', '/post/1'])
  test(`${path} has no barrier`, async ({ page }) => {
    await page.goto(`${site.stack.url}${path}`)
    await expectNoBarrierAt(page, [390, 1280])
  })
