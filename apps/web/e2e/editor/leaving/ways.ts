import type { Page } from '@playwright/test'
import { admin } from '../../test-site.ts'
import { body, crash, press } from '../saving.ts'
import { expect } from '../test.ts'
import { hide, link, ownSession, type Scene, soon, TYPED, untilJournaled, visitAgain } from './scene.ts'

/** Events after the last key that leave the article. */
export const ways: [string, (scene: Scene) => Promise<unknown>][] = [
  ['by a link of the sidebar', inAMoment((page) => link(page, 'Articles'))],
  ['by a link, at once', ({ page }) => link(page, 'Dashboard')],
  [
    'by the palette',
    async ({ page }) => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.keyboard.type('Analytics')
      await page.keyboard.press('Enter')
    },
  ],
  ['by loading the page again', inAMoment((page) => page.reload())],
  ['by an address', inAMoment((page) => page.goto('/admin/users'))],
  ['for a page of readers', inAMoment((page) => page.goto('/privacy'))],
  ['by closing the tab', inAMoment((page) => page.close({ runBeforeUnload: true }))],
  ['by closing the tab at once', ({ page }) => page.close({ runBeforeUnload: true })],
  [
    'by Back, within the admin',
    async ({ page, id }) => {
      await page.goto(`/admin/draft/${id}`)
      await link(page, 'Edit')
      await typeAgain(page)
      await page.goBack()
    },
  ],
  [
    'by Back, to another page',
    async ({ page, id }) => {
      await page.goto('/')
      await page.goto(`/admin/draft/edit/${id}`)
      await typeAgain(page)
      await page.goBack()
    },
  ],
  [
    'by Forward',
    async ({ page, id }) => {
      await page.goto(`/admin/draft/${id}`)
      await page.goBack()
      await typeAgain(page)
      await page.goForward()
    },
  ],
  [
    'by Sign Out, 100 ms after the last key',
    async (scene) => {
      const { page } = scene
      await ownSession(scene)
      await touch(page)
      await page.waitForTimeout(100)
      await press(page, 'Sign Out')
      await expect(page).toHaveURL(/\/admin\/login/)
    },
  ],
  [
    'by hiding the tab, which is then killed',
    async ({ page }) => {
      await soon(page)
      await hide(page)
      await crash(page)
    },
  ],
  [
    'by a phone that ends the page',
    async ({ page }) => {
      await soon(page)
      await page.evaluate(() =>
        window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })),
      )
      await crash(page)
    },
  ],
  [
    'by a crash',
    async ({ page, context }) => {
      await untilJournaled(page)
      await crash(page)
      await visitAgain(context)
    },
  ],
  [
    'offline, by closing the tab',
    async ({ page, context }) => {
      await context.setOffline(true)
      await touch(page)
      await untilJournaled(page)
      // Closing the last page would close the context.
      await context.newPage()
      const closed = page.waitForEvent('close')
      await page.close({ runBeforeUnload: true })
      await closed
      await context.setOffline(false)
      await visitAgain(context)
    },
  ],
  [
    'offline, and coming back',
    async ({ page, context }) => {
      await context.setOffline(true)
      await soon(page)
      await context.setOffline(false)
    },
  ],
  [
    'when the session was ended, and one signs in again',
    async (scene) => {
      const { page, site } = scene
      const token = await ownSession(scene)
      await site.api.post('/admin/logout', { headers: { authorization: `Bearer ${token}` } })
      await touch(page)
      const dialog = page.getByRole('alertdialog', { name: 'Sign in to go on' })
      await dialog.getByLabel('Password', { exact: true }).fill(admin.password)
      await page.keyboard.press('Enter')
    },
  ],
  [
    'while an older text is on its way',
    async ({ page }) => {
      const { promise: asked, resolve } = Promise.withResolvers<void>()
      await page.route('**/trpc/workingCopies.put*', () => resolve())
      await asked
      await touch(page)
      await page.close({ runBeforeUnload: true })
    },
  ],
  [
    'while an older text arrives without an answer',
    async ({ page }) => {
      const { promise: arrived, resolve } = Promise.withResolvers<void>()
      await page.route('**/trpc/workingCopies.put*', async (route) => {
        await route.fetch()
        resolve()
      })
      await arrived
      await touch(page, '!')
      await page.close({ runBeforeUnload: true })
    },
  ],
  ['by closing the whole browser window', inAMoment((page) => page.close())],
]

/** The same for an article that is not saved yet. */
export const newWays: [string, (scene: Omit<Scene, 'id'>) => Promise<unknown>][] = [
  ['by a link', ({ page }) => link(page, 'Dashboard')],
  ['by loading the page again', ({ page }) => page.reload()],
  ['by closing the tab', ({ page }) => page.close({ runBeforeUnload: true })],
  [
    'by a crash',
    async ({ page, context }) => {
      await untilJournaled(page)
      await crash(page)
      await visitAgain(context)
    },
  ],
]

/** Leaves the article before its autosave, but not at once. */
function inAMoment(leave: (page: Page) => Promise<unknown>) {
  return async ({ page }: Pick<Scene, 'page'>) => {
    await soon(page)
    await leave(page)
  }
}

async function typeAgain(page: Page): Promise<void> {
  await body(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(TYPED)
  await soon(page)
}

/** Changes the text and takes it back, so that there is something to save. */
async function touch(page: Page, key = ' '): Promise<void> {
  await page.keyboard.type(key)
  await page.keyboard.press('Backspace')
}
