import type { Page, Route } from '@playwright/test'
import { paragraph } from '../content.ts'
import { type TestSite, write } from '../test-site.ts'
import { expect, test } from './test.ts'

test.use({ isShared: true })

const TEXT = 'It leaves at dawn, not at dusk.'

const noted = (page: Page) =>
  page.getByRole('region', { name: 'Corrections' }).getByRole('listitem').filter({ hasText: TEXT })
const onPage = async (page: Page, id: number) => (await page.request.get(`/post/${id}`)).text()

const articleId = (page: Page) => Number(new URL(page.url()).pathname.split('/').at(-1))

async function noteCorrection(page: Page, site: TestSite) {
  const content = [paragraph('The ferry leaves at dawn.')]
  const id = await write(site.api, { title: 'The Night Ferry', content, published: true })
  await page.goto(`/admin/draft/edit/${id}`)
  await page.getByLabel('Note a correction').fill(TEXT)
  await page.keyboard.press('Enter')
  await expect(noted(page)).toBeVisible()
}

test('a correction is noted beside the text, and readers see it until Undo removes it', {
  tag: '@journey',
}, async ({ page, site }) => {
  await noteCorrection(page, site)
  await expect(page.getByLabel('Note a correction')).toHaveValue('')
  await expect(page.getByLabel('Note a correction')).toBeFocused()
  expect(await onPage(page, articleId(page))).toContain(TEXT)

  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Correction removed')).toBeVisible()
  await expect(noted(page)).toHaveCount(0)
  expect(await onPage(page, articleId(page))).not.toContain(TEXT)
})

test('Remove asks first, and then readers see it no longer', async ({ page, site }) => {
  await noteCorrection(page, site)
  const remove = page.getByRole('button', { name: `Remove the correction “${TEXT}”` })
  const question = page.getByRole('alertdialog', { name: 'Remove this correction?' })
  await remove.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(noted(page)).toBeVisible()

  await remove.click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(noted(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Edit Article' })).toBeFocused()
  expect(await onPage(page, articleId(page))).not.toContain(TEXT)
})

test('a correction is shown that was noted while the list was loading', async ({ page, site }) => {
  const created = page.waitForResponse('**/trpc/corrections.create*')
  const sendLate = async (route: Route) => {
    const response = await route.fetch()
    await created
    await route.fulfill({ response })
  }
  await page.route(/corrections\.list/, sendLate, { times: 1 })
  await noteCorrection(page, site)
})
