import { expect, test } from './editor/test.ts'

test('a job runs, updates without a reload until it ends, and is listed in the history', {
  tag: '@journey',
}, async ({ page }) => {
  await page.goto('/admin/settings#worker-management')
  const workers = page.locator('#worker-management')
  await expect(workers.getByText('A worker process is running')).toBeVisible()
  await expect(workers.getByText('One is.')).toBeVisible()

  await workers.getByRole('button', { name: 'Run Now' }).click()

  await expect(workers.getByRole('status').filter({ hasText: /^Done in / })).toBeVisible({ timeout: 30_000 })
  const job = workers.getByRole('listitem').filter({ hasText: 'Analytics summary' })
  await expect(job.getByText('done', { exact: true }).first()).toBeVisible()
  await expect(workers.getByRole('button', { name: 'Run Now' })).toBeEnabled()
})
