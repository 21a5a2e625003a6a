import type { Page } from '@playwright/test'
import type { Desk } from '../desk.ts'

export const status = (page: Page) => page.locator('form').getByRole('status').last()
export const body = (page: Page) => page.locator('[contenteditable]').first()
export const offer = (page: Page) => page.getByRole('alert', { name: 'Unsaved changes' })
export const line = (page: Page) => page.getByRole('region', { name: 'Unpublished changes' })
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()
export const save = (page: Page) => page.getByRole('button', { name: /^Save (Changes|Article)$/ }).click()
export const updated = (page: Page) => page.getByText('Article updated successfully')

export async function open(page: Page, id: number): Promise<void> {
  await page.goto(`/admin/draft/edit/${id}`)
  await body(page).click()
  await page.keyboard.press('ControlOrMeta+End')
}

/** The page dies as in a crash: none of its handlers run. */
export async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  session.send('Page.crash').catch(() => undefined) // nobody is left to answer
  await crashed
}

export const read = async ({ api }: Desk, id: number) => (await api.get(`/admin/articles/${id}`)).json()
export const readCopy = ({ api }: Desk, id: number) => api.get(`/admin/articles/${id}/working-copy`)

export async function takeSession(page: Page, token: string): Promise<void> {
  await page.evaluate((value) => localStorage.setItem('token', value), token)
}

/** An editor besides the admin, who may work on the same articles. */
export async function addColleague(desk: Desk) {
  const account = { username: 'otieno@example.org', password: 'eight lanterns' }
  await desk.api.post('/admin/users', { data: { ...account, full_name: 'Otieno', role: 'editor' } })
  return account
}
