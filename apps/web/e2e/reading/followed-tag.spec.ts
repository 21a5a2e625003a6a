import { expect, type Page, test } from '@playwright/test'
import { paragraph } from '../content.ts'
import { checkPolicy } from '../policy.ts'
import { startTestSite, type TestSite } from '../test-site.ts'

const content = [paragraph('The lamp turns.')]
const story = (title: string, ...tags: string[]) => ({ title, content, tags, published: true })

let site: TestSite

test.beforeAll(async () => {
  site = await startTestSite([
    story('The First Moon', 'Moons'),
    story('The First Lamp', 'Lamps'),
    story('Both', 'Moons', 'Lamps'),
    story('The Second Moon', 'Moons'),
    story('The Second Lamp', 'Lamps'),
  ])
})

test.afterAll(() => site[Symbol.asyncDispose]())

test.beforeEach(async ({ page }) => {
  checkPolicy(page)
  await page.addInitScript(() => localStorage.setItem('analytics_notice_viewed', 'true'))
})

const more = (page: Page) => page.getByRole('navigation', { name: 'More stories' }).getByRole('link')

/** Opens a story of the list. */
const open = (page: Page, title: string) =>
  page.getByRole('article').filter({ hasText: title }).getByRole('link', { name: 'Read Article' }).click()

test('a story leads on by its first tag, and by the tag whose list the reader came from', async ({
  page,
}) => {
  await page.goto(`${site.stack.url}/post/3`)
  await expect(more(page)).toHaveText([
    /^Previous in Moons\s*The First Moon/,
    /^Next in Moons\s*The Second Moon/,
  ])

  await page.goto(`${site.stack.url}/tag/lamps`)
  await open(page, 'Both')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Both')
  await expect(more(page)).toHaveText([
    /^Previous in Lamps\s*The First Lamp/,
    /^Next in Lamps\s*The Second Lamp/,
  ])
})

test('the links of a tag lead back by the same tag', async ({ page }) => {
  await page.goto(`${site.stack.url}/tag/lamps`)
  await open(page, 'The First Lamp')
  await more(page).filter({ hasText: 'Next in Lamps' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Both')
  await more(page).filter({ hasText: 'Next in Lamps' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Second Lamp')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/post\/5$/)
})

test('the feeds of a tag are named in the head while its list is shown', async ({ page }) => {
  await page.goto(`${site.stack.url}/`)
  const feeds = page.locator('link[rel=alternate]')
  await expect(feeds).toHaveCount(3)
  await page.getByRole('link', { name: 'Read Article' }).first().click()
  await page.getByRole('navigation', { name: 'Tags' }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lamps')
  await expect(feeds).toHaveCount(6)
  await page.goBack()
  await expect(feeds).toHaveCount(3)
})
