import { connect } from '../../../packages/db/src/client.ts'
import { expectNoBarrierAt } from './barriers.ts'
import { expect, test } from './editor/test.ts'
import { signIn, signInPage } from './test-site.ts'

const WIDTHS = [390, 1280]
const admin = { username: 'wanjiru@example.org', password: 'seven lanterns' }

test('a key is made by keyboard after a confirmation, is shown once, calls the site, and is revoked', {
  tag: '@journey',
}, async ({ browser, site: { api, stack } }) => {
  const data = { ...admin, full_name: 'Wanjiru', role: 'admin' }
  const { id } = await (await api.post('/admin/users', { data })).json()
  const permissions = ['clipboard-read', 'clipboard-write']
  const page = await browser.newPage({ baseURL: stack.url, permissions })
  await signInPage(page, await signIn(stack, admin))
  const { db, close } = connect(stack.database_url ?? '')
  const confirmed_at = new Date(Date.now() - 660_000).toISOString()
  await db.updateTable('sessions').set({ confirmed_at }).where('user_id', '=', id).execute()
  await close()
  await page.goto('/admin/profile')
  const keys = page.getByRole('region', { name: 'Keys', exact: true })
  await expect(keys.getByText('None yet.')).toBeVisible()

  await keys.getByRole('button', { name: 'Make a Key' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Make a key' })
  await dialog.getByRole('button', { name: 'Make', exact: true }).press('Enter')
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByLabel('Name'), 'to type one').toBeFocused()
  await dialog.getByLabel('Name').fill('Newsletter')
  await dialog.getByLabel('It may').selectOption('Reads only')
  await dialog.getByLabel('Last day').fill('2020-01-01')
  await expectNoBarrierAt(page, WIDTHS, '[role=dialog]')
  await dialog.getByLabel('Name').press('Enter')
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirmation.getByLabel('Your password').fill(admin.password)
  await confirmation.getByLabel('Your password').press('Enter')
  await expect(dialog.getByText('The end must be in the future.')).toBeVisible()
  await dialog.getByLabel('Last day').fill('20277-12-31')
  await dialog.getByLabel('Last day').press('Enter')
  await expect(dialog.getByText('Choose a day before the year 10000')).toBeVisible()
  await dialog.getByLabel('Last day').fill('2199-12-31')
  await dialog.getByLabel('Last day').press('Enter')

  const shown = page.getByRole('alertdialog', { name: 'Your key' })
  const token = (await shown.getByText(/^nd_[\da-f]{48}$/).textContent()) ?? ''
  await shown.getByRole('button', { name: 'Copy' }).press('Enter')
  await expect(shown.getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  await expectNoBarrierAt(page, WIDTHS, '[role=alertdialog]')
  await shown.getByRole('button', { name: 'I Have Stored It' }).press('Enter')
  await expect(keys.getByRole('button', { name: 'Make a Key' }), 'where it began').toBeFocused()
  await expect(page.getByText(token)).toHaveCount(0)
  await expect(keys.getByText(/^Made .* · not used yet · ends Dec 31, 2199, 11:59/)).toBeVisible()

  await keys.getByRole('button', { name: 'Make a Key' }).press('Enter')
  await dialog.getByLabel('Name').fill('Archive')
  await dialog.getByLabel('Name').press('Enter')
  await expect(shown.getByText(/^nd_/)).toBeVisible()
  await expect(shown.getByRole('status'), 'another key, which is not copied yet').toHaveText('')
  await shown.getByRole('button', { name: 'I Have Stored It' }).press('Enter')
  await keys.getByRole('button', { name: 'Revoke Archive' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).press('Enter')
  await expect(keys.getByText('Archive')).toHaveCount(0)

  const headers = { authorization: `Bearer ${token}` }
  const status = async () => (await fetch(`${stack.url}/admin/articles`, { headers })).status
  expect(await status()).toBe(200)
  await page.reload()
  await expect(keys.getByText(/last used .* from 127\.0\.0\.1/)).toBeVisible()
  await expectNoBarrierAt(page, WIDTHS)

  await keys.getByRole('button', { name: 'Revoke Newsletter' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).press('Enter')
  await expect(keys.getByText('None yet.')).toBeVisible()
  expect(await status()).toBe(401)
  await page.close()
})
