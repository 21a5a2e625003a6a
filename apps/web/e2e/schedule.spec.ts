import { expect, type Page, test } from '@playwright/test'
import { paragraph } from './content.ts'
import { checkPolicy } from './policy.ts'
import { signInPage, startTestSite, type TestSite, wordsOf, write, writeFrozen } from './test-site.ts'

let site: TestSite
/** One page for all tests, as navigating takes a third of the time of opening a page. */
let page: Page

test.beforeAll(async ({ browser }) => {
  const content = [paragraph('First words.')]
  site = await startTestSite(
    ['The Night Ferry', 'Moss', 'The Lighthouse'].map((title) => ({ title, content })),
  )
  // A time zone with daylight saving time.
  page = await browser.newPage({ baseURL: site.stack.url, timezoneId: 'Europe/Berlin' })
  await signInPage(page, site.token)
})

test.afterAll(async () => {
  await page.close()
  await site[Symbol.asyncDispose]()
})

const open = (page: Page, path: string) => page.goto(path)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a draft is scheduled by keyboard, with a fixed version or the newest, and its schedule is cancelled', {
  tag: '@slow',
}, async () => {
  await open(page, '/admin/draft/1')
  await button(page, 'Schedule…').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Schedule publication' })
  await dialog.getByLabel('Date').fill('2001-01-01')
  await dialog.getByLabel('Time').fill('09:00')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Choose a time that is still to come')
  await dialog.getByLabel('Date').fill('2199-06-28')
  await expect(dialog.getByText('Europe/Berlin, GMT+2')).toBeVisible()
  await dialog.getByLabel('Date').fill('2199-11-28')
  await expect(dialog.getByText('Europe/Berlin, GMT+1')).toBeVisible()
  await dialog.getByLabel('Freeze version 1').check()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Article scheduled successfully')).toBeVisible()
  await expect(page.getByText('Scheduled for Nov 28, 2199, 9:00 AM')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Schedule' })).toContainText('Version 1 goes out on Nov 28')

  await site.api.put('/admin/articles/1', { data: { content: [paragraph('Second words.')] } })
  await page.reload()
  await expect(page.getByText('Version 2, the newest, does not go out with it.')).toBeVisible()
  await button(page, 'Schedule the newest text instead').click()
  await expect(page.getByText('The newest save goes out on Nov 28').first()).toBeVisible()
  await expect(button(page, 'Schedule the newest text instead')).toBeHidden()
  await site.api.put('/admin/articles/1', { data: { content: [paragraph('Third words.')] } })
  await page.reload()
  await expect(page.getByText('The newest save goes out on Nov 28').first()).toBeVisible()
  await expect(page.getByText('does not go out with it')).toBeHidden()

  await open(page, '/admin/articles')
  const row = page.getByRole('row').filter({ hasText: 'The Night Ferry' })
  await expect(row).toContainText('Scheduled for Nov 28, 2199')
  await open(page, '/admin/draft/edit/1')
  await expect(page.getByText('Scheduled for Nov 28, 2199, 9:00 AM')).toBeVisible()
  const undo = page.getByRole('button', { name: 'Undo' }).filter({ hasText: 'Undo' })
  await button(page, 'Cancel schedule').click()
  await expect(page.getByText('Schedule cancelled')).toBeVisible()
  await expect(button(page, 'Schedule…')).toBeFocused()
  await undo.click()
  await expect(page.getByText('The newest save goes out on Nov 28').first()).toBeVisible()
  await undo.click()
  await expect(page.getByText('Schedule cancelled')).toBeVisible()
  await expect(page.getByText('Scheduled for')).toBeHidden()
  await undo.click()
  await expect(page.getByText('Scheduled for Nov 28, 2199, 9:00 AM')).toBeVisible()
})

test('who only freezes a version does not move a time in the hour that the clocks repeat', async () => {
  const publish_at = '2199-10-27T01:30:20.000Z'
  await site.api.put('/admin/articles/2/schedule', { data: { publish_at } })
  await open(page, '/admin/draft/2')
  await expect(page.getByRole('region', { name: 'Schedule' })).toContainText('2:30 AM (Europe/Berlin, GMT+1)')
  await button(page, 'Change schedule…').click()
  const dialog = page.getByRole('dialog', { name: 'Schedule publication' })
  await expect(dialog.getByText('Europe/Berlin, GMT+1')).toBeVisible()
  await dialog.getByLabel('Freeze version 1').check()
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Schedule' })).toContainText('Version 1 goes out on Oct 27')

  const article = await (await site.api.get('/admin/articles/2')).json()
  expect(article.scheduled_at).toBe(publish_at)
  await site.api.delete('/admin/articles/2/schedule')
})

test('archiving a draft cancels its schedule and says so; Undo restores both', async () => {
  await site.api.put('/admin/articles/1/schedule', { data: { publish_at: '2199-11-28T09:00:00Z' } })
  await open(page, '/admin/draft/1')
  const undo = page.getByText('Undo', { exact: true })
  const heading = page.getByRole('heading', { level: 1 })
  const archiveActions = {
    Archive: () => button(page, 'Archive The Night Ferry').click(),
    Delete: async () => {
      await button(page, 'Delete The Night Ferry').click()
      await expect(page.getByRole('alertdialog')).toContainText('Its schedule is cancelled.')
      await button(page, 'Move to Trash').click()
    },
  }
  for (const putAway of Object.values(archiveActions)) {
    await putAway()
    await expect(page.getByText('Its schedule was cancelled.')).toBeVisible()
    await expect(page.getByText('Scheduled for')).toBeHidden()
    await expect(heading).toBeFocused()
    await undo.click()
    await expect(page.getByText('Article restored successfully')).toBeVisible()
    await expect(page.getByText(/^Scheduled for Nov 28, 2199/)).toBeVisible()
    await expect(heading).toBeFocused()
  }
  await archiveActions.Archive()
  await button(page, 'Restore The Night Ferry').press('Enter')
  await expect(button(page, 'Publish')).toBeVisible()
  await expect(heading).toBeFocused()
})

test('a scheduled article is public at its time, long before the next sweep, and the screen updates', async () => {
  const reader = (await page.context().browser()?.newContext())?.request
  await site.api.put('/admin/articles/2', { data: { title: 'Moss, later' } })
  const publish_at = new Date(Date.now() + 6_000).toISOString()
  const data = { publish_at, version_number: 1 }
  expect((await site.api.put('/admin/articles/2/schedule', { data })).ok()).toBe(true)
  await open(page, '/admin/draft/2')

  const status = async () => (await reader?.get(`${site.stack.url}/post/2`))?.status()
  await expect.poll(status, { timeout: 30_000, intervals: [100] }).toBe(200)

  const { date_published } = await (await site.api.get('/admin/articles/2')).json()
  const late = Date.parse(date_published) - Date.parse(publish_at)
  expect(late).toBeGreaterThanOrEqual(0)
  // Not a speed limit: the sweep runs once a minute.
  expect(late).toBeLessThan(10_000)
  await expect(page.getByText('Version 2, the newest, is not public.')).toBeVisible({ timeout: 15_000 })
  await open(page, '/post/2')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Moss')
  await open(page, '/admin/draft/2')
  await button(page, 'Publish the newest text').click()
  await expect(page.getByText('Article published successfully')).toBeVisible()
  await open(page, '/post/2')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Moss, later')
})

test('Undo never publishes newer text than readers have seen', { tag: '@slow' }, async () => {
  const id = await writeFrozen(site.api, 'The Quay')
  await open(page, `/admin/draft/${id}`)
  const actions = [
    ['Archive The Quay'],
    ['Delete The Quay', 'Move to Trash'],
    ['Unpublish'],
    ['Publish the newest text'],
  ]
  for (const presses of actions) {
    for (const name of presses) await button(page, name).click()
    await page.getByText('Undo', { exact: true }).click()
    await expect(page.getByText('Readers see version 1, as it was scheduled.')).toBeVisible()
    await expect.poll(() => wordsOf(site.api, id)).toContain('Public words.')
    await page.reload()
  }
})

test('another time for a frozen version keeps the version', async () => {
  const id = await write(site.api, { title: 'The Pier' })
  await site.api.put(`/admin/articles/${id}`, { data: { title: 'The Long Pier' } })
  const schedule = { publish_at: '2199-11-28T09:00:00Z', version_number: 1 }
  await site.api.put(`/admin/articles/${id}/schedule`, { data: schedule })
  await open(page, `/admin/draft/${id}`)
  await button(page, 'Change schedule…').click()
  const dialog = page.getByRole('dialog', { name: 'Schedule publication' })
  await dialog.getByLabel('Date').fill('2199-11-29')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Version 1 goes out on Nov 29').first()).toBeVisible()
})

test('the focus is not lost with the button that schedules or publishes the newest text', async () => {
  const id = await write(site.api, { title: 'The Jetty' })
  await site.api.put(`/admin/articles/${id}`, { data: { title: 'The Long Jetty' } })
  const schedule = { publish_at: '2199-11-28T09:00:00Z', version_number: 1 }
  await site.api.put(`/admin/articles/${id}/schedule`, { data: schedule })
  const press = async (name: string) => {
    await open(page, `/admin/draft/${id}`)
    await button(page, name).press('Enter')
    await expect(button(page, name)).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
  await press('Schedule the newest text instead')
  await site.api.put(`/admin/articles/${id}/publish`, { data: { version_number: 1 } })
  await press('Publish the newest text')
})

test('a year that was typed too long is said to be the fault of the date', async () => {
  const id = await write(site.api, { title: 'The Groyne' })
  await open(page, `/admin/draft/${id}`)
  await button(page, 'Schedule…').click()
  const dialog = page.getByRole('dialog', { name: 'Schedule publication' })
  await dialog.getByLabel('Date').fill('20266-12-01')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Choose a date')
})

test('Undo of Publish restores the schedule that Publish ended', async () => {
  const id = await write(site.api, { title: 'The Buoy' })
  const schedule = { publish_at: '2199-11-28T09:00:00Z', version_number: 1 }
  await site.api.put(`/admin/articles/${id}/schedule`, { data: schedule })
  await open(page, `/admin/draft/${id}`)
  await button(page, 'Publish').click()
  await page.getByText('Undo', { exact: true }).click()
  await expect(page.getByText('Version 1 goes out on Nov 28').first()).toBeVisible()
})

test('Publish is refused when somebody has saved another text than the page shows', async () => {
  const id = await write(site.api, { title: 'The Weir', content: [paragraph('Shown words.')] })
  await open(page, `/admin/draft/${id}`)
  await expect(page.getByText('Shown words.')).toBeVisible()
  await site.api.put(`/admin/articles/${id}`, { data: { content: [paragraph('Unfinished words.')] } })
  await button(page, 'Publish').click()
  await expect(page.getByText('This article was changed meanwhile: it is at version 2 now.')).toBeVisible()
  await expect(page.getByText('Unfinished words.')).toBeVisible()
  await expect(button(page, 'Publish')).toBeVisible()
  expect((await site.api.get(`/post/${id}`)).status()).toBe(404)
})

test('a draft is previewed with its unsaved changes, and shared by a link until the link is revoked', {
  tag: '@journey',
}, async () => {
  await open(page, '/admin/draft/edit/3')
  await page.locator('[contenteditable]').first().click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' Unsaved words.')
  await button(page, 'Preview…').click()
  const dialog = page.getByRole('dialog', { name: 'Preview', exact: true })
  await expect(dialog).toBeVisible()
  await page.context().setOffline(true)
  await button(page, 'Open in a new tab').click()
  await expect(dialog.getByRole('alert')).toContainText('What you wrote last could not be sent')
  await page.context().setOffline(false)

  const popups = await page.evaluateHandle(() => {
    const { open } = window
    window.open = () => null
    return open
  })
  await button(page, 'Open in a new tab').click()
  await expect(page.getByText('The browser blocked the new tab')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  await page.evaluate((open) => {
    window.open = open
  }, popups)

  const opened = page.waitForEvent('popup')
  await button(page, 'Open in a new tab').click()
  const preview = await opened
  checkPolicy(preview)
  await expect(preview.getByText('First words. Unsaved words.')).toBeVisible()
  await expect(preview.getByText('Only people with this link see this page.')).toBeVisible()

  const links = await dialog.getByRole('listitem').count()
  await button(page, 'Make a link').dblclick()
  const shared = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
  await expect(dialog.getByRole('listitem')).toHaveCount(links + 1)
  const views: string[] = []
  preview.on('request', (request) => {
    if (request.url().endsWith('/view')) views.push(request.url())
  })
  await preview.goto(shared)
  await expect(preview.getByText('First words.', { exact: true })).toBeVisible()
  await page
    .getByRole('button', { name: /^Revoke the link/ })
    .first()
    .click()
  await expect(page.getByText('Preview link revoked')).toBeVisible()
  await expect(button(page, 'Make a link')).toBeFocused()
  await preview.reload()
  await expect(preview.getByText('This preview link has ended or was withdrawn.')).toBeVisible()
  expect(views).toEqual([])
})
