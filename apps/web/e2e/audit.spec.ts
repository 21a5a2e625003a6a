import { expect, test } from './editor/test.ts'
import { signIn } from './test-site.ts'

test.use({ isShared: true })

test('an admin filters the audit log by action, by account and by attempted account, and exports it', {
  tag: '@journey',
}, async ({ page, site }) => {
  const account = { username: 'eve@example.org', password: 'nine lanterns' }
  const data = { ...account, full_name: 'Eve', role: 'editor' }
  const { id } = await (await site.api.post('/admin/users', { data })).json()
  await signIn(site.stack, account)
  await site.api.patch(`/admin/users/${id}/status`, { data: { status: 'deleted' } })
  await page.request.post('/admin/login', { data: { username: 'Eve@Example.org', password: 'wrong horse' } })
  await page.goto('/admin/settings')
  await page.getByRole('link', { name: 'Open the audit log' }).click()
  await expect(page).toHaveURL('/admin/audit')
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows.filter({ hasText: 'login.failed' }).first()).toContainText('Not signed in')

  await page.getByLabel('Action').selectOption('login')
  await expect(rows.nth(1)).toContainText('user:')
  await expect(rows.filter({ hasText: 'login.failed' })).toHaveCount(0)
  await page.getByLabel('Action').selectOption('')

  await page.getByLabel('Who').selectOption('Eve')
  await expect(rows.nth(1)).toContainText('Eve')
  await expect(rows.filter({ hasText: 'Ada' })).toHaveCount(0)
  await page.getByLabel('Who').selectOption('Everybody')

  await page.getByLabel('Failed sign-ins as').fill('eve@example.org')
  await expect(page).toHaveURL(/account=eve/)
  await expect(rows).toHaveCount(2)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
})

test('the account of the filter is named also where it has no lines', async ({ page }) => {
  await page.goto('/admin/audit?actor=404')
  await expect(page.getByText('No lines found')).toBeVisible()
  await expect(page.getByLabel('Who').locator(':checked')).toHaveText('Account 404')
})
