import { expect, type Page } from '@playwright/test'
import type { TestSite } from '../test-site.ts'

export const status = (page: Page) => page.locator('form').getByRole('status').last()
export const body = (page: Page) => page.locator('[contenteditable]').first()
export const recovery = (page: Page) => page.getByRole('alert', { name: 'Changes on this device' })
export const more = (page: Page) => page.getByRole('button', { name: 'More actions' })
/** Chooses from the menu of what is needed less often. */
export async function chooseMore(page: Page, name: string): Promise<void> {
  await more(page).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
/** Expects the menu to say that there are changes that no version has, or that there are none. */
export async function expectChanges(page: Page, isChanged = true): Promise<void> {
  await more(page).click()
  await expect(page.getByRole('menuitem', { name: 'Focus Mode' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Discard' })).toBeVisible({ visible: isChanged })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
}
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()
/** Opens the sheet to publish, and publishes from it. */
export async function publish(page: Page): Promise<void> {
  await press(page, /^Publish( changes)?…$/)
  await press(page, 'Publish now')
}
export const save = (page: Page) => press(page, 'Save')
export const updated = (page: Page) => page.getByText('Article updated successfully')

export async function open(page: Page, id: number): Promise<void> {
  await page.goto(`/admin/draft/edit/${id}`)
  await body(page).click()
  await page.keyboard.press('ControlOrMeta+End')
}

/** Crashes the page, so that none of its handlers run. */
export async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  session.send('Page.crash').catch(() => undefined) // the crashed page cannot answer
  await crashed
}

export const read = async ({ api }: TestSite, id: number) => (await api.get(`/admin/articles/${id}`)).json()
export const readCopy = ({ api }: TestSite, id: number) => api.get(`/admin/articles/${id}/working-copy`)

export async function takeSession(page: Page, token: string): Promise<void> {
  await page.evaluate((value) => localStorage.setItem('token', value), token)
}

/** Adds an editor, who may edit the same articles as the admin. */
export async function addColleague(site: TestSite) {
  const account = { username: 'otieno@example.org', password: 'eight lanterns' }
  await site.api.post('/admin/users', { data: { ...account, full_name: 'Otieno', role: 'editor' } })
  return account
}
