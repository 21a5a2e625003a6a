import { expectNoBarrierAt } from './barriers.ts'
import { expect, test } from './editor/test.ts'

test('an admin backs up the site, verifies the backup by a restore, and reads what came back', async ({
  page,
}) => {
  // A real backup, and a Postgres of its own to restore it into.
  test.slow()
  await page.goto('/admin/settings#system-status')
  const block = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Backups', level: 3 }) })
  await expect(block.getByText('No backup has been verified by a restore yet.')).toBeVisible()

  await block.getByRole('button', { name: 'Back up now' }).click()
  const backups = block.getByRole('list', { name: 'Backups' }).getByRole('listitem')
  await expect(backups).toHaveCount(1, { timeout: 60_000 })
  await expect(backups.getByText('Not verified')).toBeVisible()

  await block.getByRole('button', { name: 'Verify now' }).click()
  await expect(block.getByText(/^Last verified restore: \w+day \d\d:\d\d, .* identical, \d+ s$/)).toBeVisible(
    {
      timeout: 60_000,
    },
  )
  await expect(backups.getByText('Verified', { exact: true })).toBeVisible()
  await expectNoBarrierAt(page, [390, 1280])
})
