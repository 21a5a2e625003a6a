import { expect } from '@playwright/test'
import { expectNoBarrierAt } from './barriers.ts'
import { test } from './editor/test.ts'
import { write } from './test-site.ts'

test.use({ isShared: true })

test('a redirect leads to the story whose title is typed', async ({ page, site }) => {
  const id = await write(site.api, { title: 'The ferry to Ganymede', published: true })
  await page.goto('/admin/redirects')
  await page.getByRole('button', { name: 'Add Redirect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a redirect' })
  await dialog.getByLabel('Old address').fill('/2020/ganymede')
  await dialog.getByLabel('Leads to').fill('the Ferry to Ganymede ')
  await expect(dialog.locator('option')).toHaveText(['The ferry to Ganymede'])
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByText('Redirect saved')).toBeVisible()
  const answer = await page.request.get('/2020/ganymede', { maxRedirects: 0 })
  expect(answer.headers().location).toBe(`/post/${id}`)
})

test('an editor adds, changes and removes a redirect, and readers follow it', { tag: '@journey' }, async ({
  page,
}) => {
  await page.goto('/admin/redirects')
  await page.getByRole('button', { name: 'Add Redirect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a redirect' })
  await dialog.getByLabel('Old address').fill('https://old.example/2019/05/the-ferry/')
  await dialog.getByLabel('Leads to').fill('https://evil.example/')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('A redirect leads to a page of this site')
  await expect(dialog.getByLabel('Leads to')).toBeFocused()
  await expectNoBarrierAt(page, [390, 1280])

  await dialog.getByLabel('Leads to').fill('/privacy')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row').filter({ hasText: '/2019/05/the-ferry' })
  await expect(row).toContainText('/privacy')
  const answer = await page.request.get('/2019/05/the-ferry/', { maxRedirects: 0 })
  expect([answer.status(), answer.headers().location]).toEqual([301, '/privacy'])

  await row.getByRole('button', { name: 'Remove /2019/05/the-ferry' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toHaveCount(1)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^redirects-\d{4}-\d\d-\d\d\.csv$/)

  await page.getByRole('button', { name: 'Not found' }).click()
  await expect(page).toHaveURL(/list=not-found/)
})
