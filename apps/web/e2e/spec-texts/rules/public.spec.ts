import { expect } from '@playwright/test'
import { follow, press } from '../acts.ts'
import { test } from '../test.ts'
import { stopTime } from '../time.ts'

test('the link to the admin is hidden while signed out', async ({ stage }) => {
  const page = await stage.open({ screen: '/' })
  await expect(page.getByRole('link', { name: 'Admin Dashboard' })).toBeHidden()
})

for (const screen of ['/', '/admin/login']) {
  test(`the analytics notice on ${screen} is shown until it is dismissed`, async ({ stage }) => {
    const page = await stage.open({ screen })
    await press('Got it')(page)
    expect(await page.evaluate(() => localStorage.getItem('analytics_notice_viewed'))).not.toBeNull()
    await page.reload()
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Got it' })).toBeHidden()
  })
}

test('a notice to readers stays for 5000 ms and fades for 300', async ({ stage }) => {
  const page = await stage.open({ screen: '/', state: { cutOff: 'page' } })
  await stopTime(page)
  await follow('Read Article')(page)
  const notice = page.locator('.toast')
  await expect(notice).toBeVisible()
  await page.clock.runFor(4990)
  await expect(notice).not.toHaveClass(/closing/)
  await page.clock.runFor(20)
  await expect(notice).toHaveClass(/closing/)
  await page.clock.runFor(300)
  await expect(notice).toHaveCount(0)
})

test('a page that loads within 200 ms shows no loading state', async ({ stage }) => {
  const page = await stage.open({ screen: '/privacy', state: { unanswered: 'page' } })
  await stopTime(page)
  await follow('Home')(page)
  await page.clock.runFor(190)
  await expect(page.getByText('Loading articles...')).toBeHidden()
  await page.clock.runFor(20)
  await expect(page.getByText('Loading articles...')).toBeVisible()
})

test('a view has the session, the version, the referrer and the browser, and the session stays the same', async ({
  stage,
}) => {
  const page = await stage.open({ screen: '/' })
  const recorded = page.waitForRequest(/\/api\/articles\/\d+\/view$/)
  await follow('Read Article')(page)
  const view = (await recorded).postDataJSON()
  expect(view).toEqual({
    session_id: await page.evaluate(() => localStorage.getItem('session_id')),
    version_id: expect.any(Number),
    referrer: expect.stringMatching(/^http/),
    user_agent: expect.stringContaining('Chrome'),
  })
  const again = page.waitForRequest(/\/api\/articles\/\d+\/view$/)
  await page.reload()
  expect((await again).postDataJSON().session_id).toBe(view.session_id)
})

test('an unknown address is a 404, and so is a draft', async ({ stage }) => {
  const page = await stage.open({ screen: '/' })
  for (const path of ['/nowhere', '/post/1']) {
    expect((await page.request.get(path)).status(), path).toBe(404)
  }
})
