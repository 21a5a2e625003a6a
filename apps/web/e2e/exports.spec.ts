import { stat } from 'node:fs/promises'
import { expectNoBarrierAt } from './barriers.ts'
import { expect, test } from './editor/test.ts'

test.use({ isShared: true })

test('an admin downloads everything, also after a reload, and deletes the file', { tag: '@journey' }, async ({
  page,
}) => {
  await page.goto('/admin/export')
  const button = page.getByRole('button', { name: 'Download everything' })
  await page.getByRole('checkbox', { name: 'All versions' }).check()
  await button.click()
  await expect(button).toBeFocused()
  const row = page.getByRole('row').nth(1)
  await expect(row.getByText('Ready')).toBeVisible({ timeout: 30_000 })
  await page.reload()
  await expect(row).toContainText(/\d+ stor(?:y|ies), \d+ pictures?, all versions, [\d.]+ \w?B/)
  await expectNoBarrierAt(page, [390, 1280])

  const downloading = page.waitForEvent('download')
  await row.getByRole('button', { name: /^Download the export/ }).click()
  const download = await downloading

  expect(download.suggestedFilename()).toMatch(/^stories-\d{4}-\d\d-\d\d\.zip$/)
  expect((await stat(await download.path())).size).toBeGreaterThan(100)
  await row.getByRole('button', { name: /^Delete the export/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Nothing was exported yet')).toBeVisible()
})
