import type { Page } from '@playwright/test'
import { expectNoBarrierAt } from './barriers.ts'
import { expect, test } from './editor/test.ts'
import { callsOf, fail, restore } from './spec-texts/calls.ts'

const blockOf = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Backups', level: 3 }) })

test('an admin backs up the site, verifies the backup by a restore, and reads what came back', async ({
  page,
}) => {
  // A real backup, and a Postgres of its own to restore it into.
  test.slow()
  await page.goto('/admin/settings#system-status')
  const block = blockOf(page)
  await expect(block.getByText('No backup has been verified by a restore yet.')).toBeVisible()

  await block.getByRole('button', { name: 'Back up now' }).click()
  const backups = block.getByRole('list', { name: 'Backups' }).getByRole('listitem')
  await expect(backups).toHaveCount(1, { timeout: 60_000 })
  await expect(backups.getByText('Not verified')).toBeVisible()

  await answerLate(page)
  await block.getByRole('button', { name: 'Verify now' }).click()
  await expect(block.getByText(/^Last verified restore: \w+day \d\d:\d\d, .* identical, \d+ s$/)).toBeVisible(
    {
      timeout: 60_000,
    },
  )
  await expect(backups.getByText('Verified', { exact: true })).toBeVisible()
  await expectNoBarrierAt(page, [390, 1280])
})

/** Until the page knows that the trial restore has ended, it gets lists that the server made just before that. */
async function answerLate(page: Page) {
  let isKnown = false
  await page.route(/backups\.list|workers\.jobs/, async (route) => {
    const calls = callsOf(new URL(route.request().url()))
    const answers = await (await route.fetch()).json()
    const dataOf = (call: string) => answers[calls.indexOf(call)]?.result.data
    if (!isKnown) for (const backup of dataOf('backups.list')?.backups ?? []) backup.proof = null
    const jobs: { name: string; state: string }[] = dataOf('workers.jobs') ?? []
    isKnown ||= jobs.some(({ name, state }) => name === 'verify-backup' && state === 'done')
    await route.fulfill({ json: answers })
  })
}

test('a list of backups that cannot be loaded says so, and is loaded on request', { tag: '@slow' }, async ({
  page,
}) => {
  await fail(page, 'backups.list')
  await page.goto('/admin/settings#system-status')
  const block = blockOf(page)
  await expect(block.getByRole('alert')).toContainText('Reference: a-request')
  await expectNoBarrierAt(page, [390, 1280])

  restore(page)
  await block.getByRole('button', { name: 'Try again' }).click()
  await expect(block.getByRole('button', { name: 'Back up now' })).toBeVisible()
})
