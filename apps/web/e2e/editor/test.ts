import {
  type APIRequestContext,
  type Browser,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { checkPolicy } from '../policy.ts'
import { restore } from '../spec-texts/calls.ts'
import { admin, signInPage, startTestSite, type TestSite, write as writeArticle } from '../test-site.ts'

export { expect } from '@playwright/test'

/** The edit page of a new article, with the caret at the end of the text. */
export interface Writing {
  page: Page
  id: number
  /** The editor's text field. */
  text: Locator
  /** Saves. @returns the content on the server */
  saved(): Promise<unknown[]>
}

interface Fixtures {
  /**
   * Whether tests have the page of the test before, with another article, as that takes a fraction of the time of a new
   * page. They leave nothing on it but notices, routes, sizes and what the browser stores.
   */
  isShared: boolean
  /** Signed in as the admin. Checks the Content-Security-Policy. */
  page: Page
  /** A page of somebody who is not signed in, and has seen the analytics notice. Checks the Content-Security-Policy. */
  reader: Page
  /** Opens an article with this content. */
  write: Write
}

export type Write = (content?: unknown[], options?: WriteOptions) => Promise<Writing>

interface WriteOptions {
  /** Whether to wait for the lazy parts of the editor. Otherwise the app is loaded anew, without them. Default: true. */
  isWhole?: boolean
  /** Changes that are saved before it is opened, as bodies of `PUT /admin/articles/:id`. */
  edits?: object[]
  isPublished?: boolean
  /** The parameters of the address. */
  query?: string
}

interface WorkerFixtures {
  site: TestSite
  /** Opens the shared page, unless it is open. */
  openShared(): Promise<Page>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: how Playwright writes a fixture that needs no other
    async ({}, use) => {
      await using site = await startTestSite()
      await use(site)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ site }, use) => use(site.stack.url),
  openShared: [
    async ({ browser, site }, use) => {
      let opened: Promise<Page> | undefined
      await use(() => {
        opened ??= openShared(browser, site)
        return opened
      })
      await (await opened)?.context().close()
    },
    { scope: 'worker' },
  ],
  isShared: [false, { option: true }],
  page: async ({ context, site, isShared, openShared }, use) => {
    if (!isShared) return use(await signIn(await context.newPage(), site))
    const page = await openShared()
    await use(page)
    await leave(page)
  },
  reader: async ({ context }, use) => {
    const page = await context.newPage()
    checkPolicy(page)
    await page.addInitScript(() => localStorage.setItem('analytics_notice_viewed', 'true'))
    await use(page)
  },
  write: async ({ page, site, isShared }, use) => {
    await use(async (content = [], { isWhole = true, edits = [], isPublished = false, query = '' } = {}) => {
      const id = await writeArticle(site.api, { title: 'A draft', content, published: isPublished })
      for (const data of edits) await site.api.put(`/admin/articles/${id}`, { data })
      const address = `/admin/draft/edit/${id}${query}`
      const isLed = isShared && isWhole && (await leadOn(page, address))
      if (!isLed) await page.goto(address)
      const text = page.locator('[contenteditable]').first()
      // A click would depend on what is in the middle of the text.
      await text.focus()
      await moveCaret(page, 'ControlOrMeta+End')
      if (isWhole) {
        await expect(page.locator('.editor-footer')).not.toBeEmpty()
        if (!isLed) await page.waitForTimeout(REVEAL)
      }
      return { page, id, text, saved: () => save(page, site.api, id) }
    })
  },
})

/**
 * Leads the editor to another article as Back and Forward do, which takes a third of the time of loading the app anew.
 * @returns false if no editor is open
 */
async function leadOn(page: Page, address: string): Promise<boolean> {
  const isLed = await page.evaluate((to) => {
    const text = document.querySelector('[contenteditable]')
    if (!text) return false
    text.classList.add('left')
    for (const close of document.querySelectorAll<HTMLElement>('.toast [aria-label=Close]')) close.click()
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
    return true
  }, address)
  await expect(page.locator('.left, .toast')).toHaveCount(0)
  return isLed
}

async function openShared(browser: Browser, site: TestSite): Promise<Page> {
  const permissions = ['clipboard-read', 'clipboard-write']
  const context = await browser.newContext({ baseURL: site.stack.url, permissions })
  return signIn(await context.newPage(), site)
}

async function signIn(page: Page, { token }: TestSite): Promise<Page> {
  await signInPage(page, token)
  await page.addInitScript((value) => localStorage.setItem('username', value), admin.username)
  return page
}

/** Resets what a test of a shared page may have changed. Its text stays on the site, as another test has another one. */
async function leave(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  restore(page)
  await page.context().setOffline(false)
  await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null, reducedMotion: null })
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.mouse.move(0, 0)
  await page.evaluate(() => {
    sessionStorage.clear()
    for (const name of Object.keys(localStorage))
      if (!['token', 'username', 'session_id', 'analytics_notice_viewed'].includes(name))
        localStorage.removeItem(name)
  })
}

/** Milliseconds: React shows parts that were loaded together one after the other, with pauses of 300. */
const REVEAL = 400

async function save(page: Page, api: APIRequestContext, id: number): Promise<unknown[]> {
  // Not the notice: that of an earlier save may still be there.
  const answer = page.waitForResponse('**/trpc/articles.update*')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect((await answer).ok()).toBe(true)
  return (await (await api.get(`/admin/articles/${id}`)).json()).content
}

/** Extends the selection letter by letter. */
export async function extend(page: Page, key: 'ArrowLeft' | 'ArrowRight', letters: number): Promise<void> {
  for (let letter = 0; letter < letters; letter++) await page.keyboard.press(`Shift+${key}`)
  await nextFrame(page)
}

/** Waits for two frames, by when the page has received a selection change after a key or a click. */
export const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** Presses a key that moves the caret, and waits until the page has received the selection change. */
export async function moveCaret(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await nextFrame(page)
}

/** Opens a menu of the toolbar. @returns its item of this name */
export async function menuItem(
  page: Page,
  menu: 'Block type' | 'Arrangement',
  name: string,
): Promise<Locator> {
  await page.getByRole('toolbar').getByRole('button', { name: menu }).click()
  return page.getByRole('menu', { name: menu }).getByText(name, { exact: true })
}

/** Before its code is loaded, the key is the browser’s. */
export async function openBar(page: Page, key: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(page.getByRole('search').getByLabel('Find', { exact: true })).toBeFocused({ timeout: 1_000 })
  }).toPass()
}
