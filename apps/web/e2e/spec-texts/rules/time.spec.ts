import { expect } from '@playwright/test'
import { press } from '../acts.ts'
import type { Call } from '../calls.ts'
import { noticeOf } from '../find.ts'
import { test } from '../test.ts'
import { countCalls, passTimeUntil, passTimeUntilMore, stopTime } from '../time.ts'

const polled: Record<string, Call[]> = {
  '/admin/analytics': ['workers.status', 'analytics.latest'],
  '/admin/settings': ['system.status'],
}

for (const [screen, calls] of Object.entries(polled)) {
  test(`${screen} calls ${calls.join(' and ')} every 60 seconds`, { tag: '@slow' }, async ({ stage }) => {
    const page = await stage.open({ screen: '/robots.txt', who: 'admin' })
    await page.clock.install()
    await page.goto(screen)
    await expect(page.getByText('running').first()).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60 * 60 * 1000)
    for (const call of calls) {
      const asked = countCalls(page, call)
      await passTimeUntilMore(asked, page)
      const before = asked()
      await page.clock.runFor(50_000)
      expect(asked(), call).toBe(before)
      await passTimeUntilMore(asked, page)
      expect(asked(), call).toBe(before + 1)
    }
  })
}

test('two seconds after the analytics were triggered the screen reloads them', async ({ stage }) => {
  const page = await stage.open({ screen: '/admin/analytics' })
  await expect(page.getByText('running').first()).toBeVisible()
  await stopTime(page)
  const asked = countCalls(page, 'workers.status')
  await press('Trigger Analytics')(page)
  await passTimeUntil(noticeOf(page, 'Success'))
  await page.clock.runFor(1500)
  expect(asked()).toBe(0)
  await passTimeUntilMore(asked, page)
  expect(asked()).toBe(1)
})

test('a notice stays for 5000 ms, then it fades for 300', async ({ stage }) => {
  const page = await stage.open({ screen: '/admin/draft/{own draft}' })
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
  await stopTime(page)
  await press('Publish')(page)
  const notice = noticeOf(page, 'Article published successfully')
  await passTimeUntil(notice)
  await expect(notice).toHaveCSS('transition-duration', '0.3s')
  await page.clock.runFor(4500)
  await expect(notice).toBeVisible()
  await page.clock.runFor(900)
  await expect(notice).toHaveCount(0)
})
