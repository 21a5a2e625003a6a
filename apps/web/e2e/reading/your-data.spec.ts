import type { Page } from '@playwright/test'
import { expectNoBarrierAt } from '../barriers.ts'
import { paragraph } from '../content.ts'
import { expect, test } from '../editor/test.ts'
import { write } from '../test-site.ts'

let id: number

test.beforeAll(async ({ site }) => {
  id = await write(site.api, { title: 'The Lamp', content: [paragraph('The lamp turns.')], published: true })
})

// Views of a headless browser do not count.
test.use({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' })

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

test('a reader sees what is counted about their browser, and erases it there and on the server', async ({
  reader: page,
}) => {
  const counted = page.waitForResponse((response) => response.url().endsWith('/view'))
  await page.goto(`/post/${id}`)
  await counted
  await page.getByRole('link', { name: 'Your Data' }).click()
  await expect(page.getByLabel('Identifier of this browser')).not.toHaveValue('')
  await page.getByRole('link', { name: 'Home' }).first().click()
  await expect(page.getByLabel('Identifier of this browser')).toHaveCount(0)
  await page.goBack()
  await expect(page.getByLabel('Identifier of this browser')).not.toHaveValue('')

  await page.getByRole('button', { name: 'Show what is counted' }).click()
  const shown = page.getByRole('region', { name: 'What is counted about your browser' })
  await expect(shown.getByRole('listitem').filter({ hasText: 'The Lamp' })).toHaveCount(2)

  await page.getByRole('button', { name: 'Erase it' }).click()
  await expect(page.getByText('Erased.')).toBeVisible()
  await expect(page.getByLabel('Identifier of this browser')).toHaveValue('')
  await expect(page.getByText('Your browser keeps none.')).toBeVisible()
  for (const key of ['session_id', 'last_readings', 'reading_places'])
    expect(await stored(page, key)).toBeNull()
})

test('without a script, an identifier is typed in', async ({ browser, site }) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(`${site.stack.url}/your-data`)
  await page.getByLabel('Identifier of this browser').fill('reader-0001')
  await page.getByRole('button', { name: 'Show what is counted' }).click()
  await expect(page.getByText('Nothing is counted about a browser with this identifier.')).toBeVisible()
  await page.close()
})

test('a reader who comes back to a corrected story reads so, with a link to the corrections', {
  tag: '@slow',
}, async ({ reader: page, site }) => {
  await page.goto(`/post/${id}`)
  await expect(page.locator('.changed-since')).toHaveCount(0)
  await site.api.post(`/admin/articles/${id}/corrections`, { data: { text: 'It turns every ninety hours.' } })
  await page.goto(`/post/${id}`)
  await expect(page.getByText(/You last opened this story on .* It was changed since\./)).toBeVisible()
  await page.getByRole('link', { name: 'See the corrections' }).click()
  await expect(page.getByRole('region', { name: 'Corrections' })).toBeInViewport()
  await expectNoBarrierAt(page, [390, 1280])
  await page.goto('/corrections')
  await expectNoBarrierAt(page, [390, 1280])
})

test('a clock that is slow calls nothing changed that its reader has seen', async ({
  reader: page,
  site,
}) => {
  await site.api.post(`/admin/articles/${id}/corrections`, { data: { text: 'It turns every ninety days.' } })
  await page.clock.setFixedTime(Date.now() - 3 * 3_600_000)
  for (const _ of ['first', 'again']) {
    await page.goto(`/post/${id}`)
    await expect(page.getByText('It turns every ninety days.')).toBeVisible()
  }
  await expect(page.locator('.changed-since')).toHaveCount(0)
})
