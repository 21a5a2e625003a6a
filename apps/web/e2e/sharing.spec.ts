import type { Page } from '@playwright/test'
import { paragraph } from './content.ts'
import { expect, test } from './editor/test.ts'
import { write } from './test-site.ts'

const title = 'Ferry </script><img src=x onerror=alert(1)> & <!-- dusk'
const content = [paragraph('It leaves at dusk.')]

test('the metadata of a page is valid, is swapped with the page, and its addresses exist', {
  tag: '@slow',
}, async ({ reader: page, site }) => {
  const id = await write(site.api, { title, content, published: true })
  page.on('dialog', () => expect(undefined, 'a title runs as a script').toBeDefined())
  await page.goto(`/post/${id}`)

  expect(await thingsOf(page)).toMatchObject([
    { '@type': 'Article', headline: title },
    { '@type': 'BreadcrumbList' },
  ])
  expect(await metaOf(page, 'og:title')).toBe(title)
  const card = await page.request.get((await metaOf(page, 'og:image')) ?? '')
  expect(card.headers()['content-type']).toBe('image/png')
  for (const link of await page
    .locator('link[rel=manifest], link[rel=alternate], link[rel~=icon], link[rel=apple-touch-icon]')
    .all())
    expect((await page.request.get((await link.getAttribute('href')) ?? '')).status()).toBe(200)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download EPUB' }).click()
  expect((await download).suggestedFilename()).toBe('ferry-script-img-src-x-onerror-alert-1-dusk.epub')

  await page.getByRole('link', { name: 'Home' }).first().click()
  await expect(page.getByRole('heading', { name: 'Latest Articles' })).toBeVisible()
  expect(await thingsOf(page)).toMatchObject([{ '@type': 'WebSite' }, { '@type': 'Organization' }])
  expect(await metaOf(page, 'og:type')).toBe('website')
})

const thingsOf = (page: Page) =>
  page
    .locator('script[type="application/ld+json"]')
    .evaluateAll((scripts) => scripts.flatMap(({ textContent }) => JSON.parse(textContent ?? '')['@graph']))

const metaOf = (page: Page, property: string) =>
  page.locator(`meta[property="${property}"]`).getAttribute('content')
