import { expect } from '@playwright/test'
import { test } from '../test.ts'

test('three placeholder rows are shown while the popular articles are loading', async ({ stage }) => {
  const page = await stage.visit({ screen: '/admin/dashboard', state: { unanswered: 'analytics.dashboard' } })
  const loading = page.getByRole('status').filter({ hasText: 'Loading popular articles...' })
  await expect(loading.locator('.bg-skeleton')).toHaveCount(3)
})
