import { expect, test } from '@playwright/test'
import { sql } from 'kysely'
import { connect } from '../../../packages/db/src/client.ts'
import { expectNoBarrierAt } from './barriers.ts'
import { admin, openDevice, startSite, WIDTHS } from './second-factors.ts'

test('a key is made by keyboard after a confirmation, is shown once, calls the site, and is revoked', async ({
  browser,
}) => {
  await using stack = await startSite()
  const { page } = await openDevice(browser, stack, admin)
  const { db, close } = connect(stack.database_url ?? '')
  await db.updateTable('sessions').set({ confirmed_at: sql<string>`now() - interval '11 minutes'` }).execute()
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
})
