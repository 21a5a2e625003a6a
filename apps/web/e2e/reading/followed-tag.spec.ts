import type { Page } from '@playwright/test'
import { paragraph } from '../content.ts'
import { expect, test } from '../editor/test.ts'
import { write } from '../test-site.ts'

const content = [paragraph('The lamp turns.')]

/** The id of the story with both tags. */
let both: number

test.beforeAll(async ({ site }) => {
  const publish = (title: string, ...tags: string[]) =>
    write(site.api, { title, content, tags, published: true })
  await publish('The First Moon', 'Moons')
  await publish('The First Lamp', 'Lamps')
  both = await publish('Both', 'Moons', 'Lamps')
  await publish('The Second Moon', 'Moons')
  await publish('The Second Lamp', 'Lamps')
})

const more = (page: Page) => page.getByRole('navigation', { name: 'More stories' }).getByRole('link')

/** Opens a story of the list, the newest with this title. */
const open = (page: Page, title: string) =>
  page
    .getByRole('article')
    .filter({ hasText: title })
    .getByRole('link', { name: 'Read Article' })
    .first()
    .click()

test('a story leads on by its first tag, and by the tag whose list the reader came from', {
  tag: '@journey',
}, async ({ reader: page }) => {
  await page.goto(`/post/${both}`)
  await expect(more(page)).toHaveText([
    /^Previous in Moons\s*The First Moon/,
    /^Next in Moons\s*The Second Moon/,
  ])

  await page.goto('/tag/lamps')
  await open(page, 'Both')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Both')
  const lamps = [/^Previous in Lamps\s*The First Lamp/, /^Next in Lamps\s*The Second Lamp/]
  await expect(more(page)).toHaveText(lamps)

  await more(page).last().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Second Lamp')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Both')
  await expect(more(page)).toHaveText(lamps)
})

test('the links of a tag lead back by the same tag', async ({ reader: page }) => {
  await page.goto('/tag/lamps')
  await open(page, 'The First Lamp')
  await more(page).filter({ hasText: 'Next in Lamps' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Both')
  await more(page).filter({ hasText: 'Next in Lamps' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Second Lamp')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/post/${both + 2}$`))
})

test('the feeds of a tag are named in the head while its list is shown', async ({ reader: page }) => {
  await page.goto('/')
  const feeds = page.locator('link[rel=alternate]')
  await expect(feeds).toHaveCount(3)
  await page.getByRole('link', { name: 'Read Article' }).first().click()
  await page.getByRole('navigation', { name: 'Tags' }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lamps')
  await expect(feeds).toHaveCount(6)
  await page.goBack()
  await expect(feeds).toHaveCount(3)
})
