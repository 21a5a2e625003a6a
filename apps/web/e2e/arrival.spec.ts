import type { Page } from '@playwright/test'
import { paragraph } from './content.ts'
import { drawing } from './drawing.ts'
import { expect, nextFrame, test } from './editor/test.ts'
import { answer, fail, restore } from './spec-texts/calls.ts'
import { signInPage, startTestSite, write } from './test-site.ts'

// A screen reader announces a new screen, as the focus moves to its heading.

test.use({ isShared: true })

const title = 'The Ferry That Arrives'
let id: number
test.beforeAll(async ({ site }) => {
  const content = Array.from({ length: 30 }, () => paragraph('The ferry leaves at dusk. '.repeat(8)))
  id = await write(site.api, { title, content })
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('every navigation to another screen moves the focus to its heading, from where reading continues', {
  tag: '@journey',
}, async ({ page }) => {
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('body')).toBeFocused()

  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Articles' }).press('Enter')
  await expect(heading(page, 'Articles')).toBeFocused()
  await expect(page).toHaveTitle(/^Articles · /)
  await page.getByRole('link', { name: title }).click()
  await expect(heading(page, title)).toBeFocused()
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await expect(heading(page, 'Users')).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Profile' }).click()
  await expect(heading(page, 'Profile')).toBeFocused()
  await page.goBack()
  await expect(heading(page, 'Users')).toBeFocused()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).click()
  await expect(heading(page, 'Settings')).toBeFocused()
})

test('the entry of the current screen closes the drawer of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/profile')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('dialog', { name: 'More' })).toBeHidden()
})

test('a button that goes with what it ends leaves the focus where reading continues', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/admin/dashboard')
  await page.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.route('**/trpc/*people.list*', (route) => route.fulfill({ status: 500 }))
  await page.goto('/admin/people')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await page.unroute('**/trpc/*people.list*')
  await again.press('Enter')
  await expect(again).toHaveCount(0)
  await expect(heading(page, 'People')).toBeFocused()

  for (const [call, path] of [
    ['analytics.dashboard', '/admin/dashboard'],
    ['system.diskSpace', '/admin/settings'],
  ] as const) {
    await fail(page, call)
    await page.goto(path)
    await expect(again).toBeVisible()
    restore(page)
    await again.press('Enter')
    await expect(again).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }

  await page.route('**/admin/imports', () => {}) // is never answered
  await page.goto('/admin/import')
  await page
    .getByLabel('Choose file')
    .setInputFiles({ name: 'a.xml', mimeType: 'text/xml', buffer: Buffer.from('<rss>') })
  await expect(heading(page, 'Import')).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(page.getByLabel('Choose file')).toBeVisible()
  await expect(heading(page, 'Import')).toBeFocused()

  await page.goto('/admin/site')
  await page.route('**/trpc/*site.versions*', (route) => route.fulfill({ status: 500 }))
  await page.getByRole('button', { name: 'History' }).press('Enter')
  await expect(again).toBeVisible()
  await page.unroute('**/trpc/*site.versions*')
  await again.press('Enter')
  await expect(again).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'History of the site' })).toBeFocused()
  await page.keyboard.press('Escape')
  const accent = page.getByLabel('Accent, light', { exact: true })
  await accent.fill('#0a3d91')
  await page.getByRole('button', { name: 'Back to the yellow' }).press('Enter')
  await expect(accent).toBeFocused()
  const logo = page.getByRole('group', { name: 'Logo' })
  await logo.getByLabel('Choose image').setInputFiles(await drawing('lamp'))
  await logo.getByRole('button', { name: 'Remove image' }).press('Enter')
  await expect(logo.getByLabel('Choose image')).toBeFocused()

  const at = new Date().toISOString()
  const run = {
    id: 1,
    attempts: 4,
    queued_at: at,
    started_at: at,
    finished_at: at,
    duration: 20,
    worker: 'w',
  }
  const job = { ...run, name: 'analytics-summary', state: 'failed' as const, error: 'The lamp is out.' }
  await answer(page, { workers: { jobs: [job], retry: { job_id: '1' } } })
  await page.goto('/admin/settings')
  const retry = page.getByRole('button', { name: 'Retry Analytics summary' })
  await expect(retry).toBeVisible()
  await answer(page, { workers: { jobs: [{ ...job, state: 'done', error: null }] } })
  await retry.press('Enter')
  await expect(retry).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Recent jobs' })).toBeFocused()
})

test('a slow screen has the focus on the heading of its skeleton, and then on its own heading', async ({
  page,
}) => {
  await page.goto('/admin/articles')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/trpc/articles.get**', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: 'Edit' }).first().click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading article...' })).toBeAttached()
  await expect(heading(page, 'Edit Article')).toBeFocused()
  answer()
  await expect(page.locator('[contenteditable]').first()).toBeVisible()
  await expect(heading(page, 'Edit Article')).toBeFocused()
})

test.describe('on a page of its own', () => {
  test.use({ isShared: false })

  test('without a line, a screen that is not loaded yet says so and leaves the bars, and comes with the line', async ({
    page,
    context,
  }) => {
    await page.goto('/admin/dashboard')
    await expect(page.getByRole('row', { name: title })).toBeVisible()
    const bar = page.getByRole('navigation', { name: 'Admin' })
    await context.setOffline(true)
    await bar.getByRole('link', { name: 'Articles' }).click()
    await expect(heading(page, 'You are offline')).toBeFocused()
    await bar.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('row', { name: title })).toBeVisible()
    await bar.getByRole('link', { name: 'Articles' }).click()
    await expect(heading(page, 'You are offline')).toBeFocused()
    await context.setOffline(false)
    await expect(page.getByRole('row', { name: title })).toBeVisible()
    await expect(heading(page, 'Articles')).toBeVisible()
  })

  test('a list that could not be loaded without a line comes with it', { tag: '@slow' }, async ({
    page,
    context,
  }) => {
    await page.goto('/admin/articles')
    await expect(page.getByRole('row', { name: title })).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Drafts' }).click()
    await expect(page.getByText('The server could not be reached.')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('row', { name: title })).toBeVisible()
  })

  test('nothing on the dashboard moves while it loads', { tag: '@slow' }, async ({ page }) => {
    await using site = await startTestSite([{ title }])
    await signInPage(page, site.token)
    await page.setViewportSize({ width: 390, height: 844 })
    // On a busy machine, the answer may come after the 400 ms that hide what is loading.
    const session = await page.context().newCDPSession(page)
    await session.send('Animation.enable')
    await session.send('Animation.setPlaybackRate', { playbackRate: 0.001 })
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const moved = list.getEntries() as (PerformanceEntry & { value: number })[] // TypeScript does not know the type
        for (const { value } of moved) document.documentElement.dataset.moved = String(value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(`${site.stack.url}/admin/dashboard`)
    await expect(page.getByText('First steps')).toBeVisible()
    await expect(page.getByText('0 in all of yesterday')).toBeVisible()
    await nextFrame(page)
    await expect(page.locator('html')).not.toHaveAttribute('data-moved')
  })
})

for (const path of ['/', '/admin/articles']) {
  test(`the first Tab stop on ${path} skips the bars`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    const isWithin = await page.getByRole('main').evaluate((main) => main.contains(document.activeElement))
    expect(isWithin).toBe(true)
  })
}

test('at 400 % zoom, the line with the caret stays visible while typing', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto(`/admin/draft/edit/${id}`)
  await page.locator('[contenteditable]').first().click()
  for (const place of ['End', 'Home']) {
    await page.keyboard.press(`ControlOrMeta+${place}`)
    await page.keyboard.type('Dusk falls.')
    await nextFrame(page)
    expect(await page.evaluate(isCaretSeen), place).toBe(true)
  }
})

function isCaretSeen(): boolean {
  const caret = getSelection()?.getRangeAt(0).getBoundingClientRect()
  if (!caret) throw new Error('There is a caret')
  const hit = document.elementFromPoint(Math.max(1, caret.left - 2), (caret.top + caret.bottom) / 2)
  return hit?.closest('[contenteditable]') != null
}
