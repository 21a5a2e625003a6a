import { expect, test } from './editor/test.ts'

test.use({ isShared: true })

test('an admin filters the audit log by action and by attempted account, and exports it', async ({
  page,
}) => {
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

  await page.getByLabel('Failed sign-ins as').fill('eve@example.org')
  await expect(page).toHaveURL(/account=eve/)
  await expect(rows).toHaveCount(2)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
})
