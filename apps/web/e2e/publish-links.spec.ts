import { expect, type Page, test } from '@playwright/test'
import { expectNoBarrierAt } from './barriers.ts'
import { paragraph } from './content.ts'
import { storeChecks } from './link-checks.ts'
import { type OtherSite, startOtherSite } from './other-site.ts'
import { signInPage, startTestSite, type TestSite, write } from './test-site.ts'

// Links to other sites in the sheet to publish. The worker checks them, in the text that is shown.

const CHECKING = 'Links to other sites are being checked. You need not wait for them.'
const OLD = 'http://old.example/map#north'
const ENCRYPTED = 'https://old.example/map#north'

let other: OtherSite
let site: TestSite

test.beforeAll(async () => {
  other = await startOtherSite()
  site = await startTestSite([], undefined, { TRUSTED_IMAGE_ORIGINS: other.origin })
})

test.beforeEach(({ page }) => signInPage(page, site.token))

test.afterAll(async () => {
  other[Symbol.dispose]()
  await site[Symbol.asyncDispose]()
})

const text = (page: Page) => page.locator('[contenteditable]').first()
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Publish', exact: true })
const group = (page: Page, name: string) => sheet(page).getByRole('region', { name })

/** Opens an article with this content, and types more, which is not saved. */
async function open(page: Page, content: unknown[], typed: string): Promise<number> {
  const id = await write(site.api, { title: 'The Ferry', content })
  await page.goto(`${site.stack.url}/admin/draft/edit/${id}`)
  await text(page).focus()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(typed)
  return id
}

const publish = (page: Page) => page.getByRole('button', { name: 'Publish…' }).click()
const checkLinks = (page: Page) => sheet(page).getByRole('button', { name: 'Check links' }).click()

test('dead links that were only typed are marked, and http addresses that lead to https are fixed', {
  tag: '@slow',
}, async ({ page }) => {
  await storeChecks(site, [
    { url: 'http://old.example/map', outcome: 'moved', status: 200, location: 'https://old.example/map' },
    { url: 'https://old.example/map', outcome: 'works', status: 200 },
    { url: 'https://dark.example/', outcome: 'failed', status: 503 },
    { url: 'https://shy.example/', outcome: 'refused', status: 403 },
  ])
  const link = (url: string) => ({ type: 'link', url, children: [{ text: 'a map' }] })
  const saved = ['https://dark.example/', 'https://shy.example/', OLD].map((url) => ({
    type: 'paragraph',
    children: [{ text: 'See ' }, link(url), { text: '. ' }],
  }))
  await open(page, saved, `${other.origin}/gone `)
  await expect(text(page).getByRole('link', { name: /gone/ })).toBeVisible()
  await publish(page)

  // What is known is said at once. No site is asked before the writer wants it.
  const dead = group(page, 'Dead links').getByRole('listitem')
  await expect(dead).toContainText(['https://dark.example/ could not be reached for a day.'])
  expect(other.asked).not.toContain('/gone')
  await checkLinks(page)

  await expect(dead).toContainText([
    'https://dark.example/ could not be reached for a day.',
    `Nothing is at ${other.origin}/gone.`,
  ])
  await expect(sheet(page).getByText('Links to shy.example could not be checked.')).toBeVisible()
  await expectNoBarrierAt(page, [390, 1280], '[role=dialog]')

  const http = group(page, 'Links without https')
  await expect(http.getByRole('listitem')).toHaveText(new RegExp(`It leads to ${ENCRYPTED}`))
  await http.getByRole('button', { name: /^Fix / }).press('Enter')
  await expect(http).toBeHidden()
  await expect(text(page).locator(`a[href="${ENCRYPTED}"]`)).toHaveCount(1)
  await expect(text(page).locator(`a[href="${OLD}"]`)).toHaveCount(0)
  await sheet(page).getByRole('button', { name: 'Undo' }).click()
  await expect(text(page).locator(`a[href="${OLD}"]`)).toHaveCount(1)
  await expect(http).toBeVisible()
})

test('a story can be published while its links are being checked', { tag: '@slow' }, async ({ page }) => {
  const id = await open(page, [paragraph('The ferry leaves.')], ` ${other.origin}/hangs `)
  await publish(page)
  await checkLinks(page)
  await expect(sheet(page).getByText(CHECKING)).toBeVisible()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('Article published successfully')).toBeVisible()
  expect(await (await site.api.get(`/post/${id}`)).text()).toContain('/hangs')
})

test('a story can be published although its links could not be checked', { tag: '@slow' }, async ({
  page,
}) => {
  await page.route(/trpc\/[^?]*links\.check/, (route) => route.abort())
  await open(page, [paragraph('The ferry leaves.')], ` ${other.origin}/gone `)
  await publish(page)
  await checkLinks(page)
  await expect(sheet(page).getByText('Links to other sites could not be checked.')).toBeVisible()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('Article published successfully')).toBeVisible()
})
