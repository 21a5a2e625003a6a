import { type APIRequestContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { admin, signInPage, startTestSite, type TestSite } from '../test-site.ts'

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
  /** Signed in as the admin. Checks the Content-Security-Policy. */
  page: Page
  /** Opens an article with this content. Waits for the lazy parts of the editor, unless `isWhole` is false. */
  write(content?: unknown[], options?: { isWhole?: boolean }): Promise<Writing>
}

export const test = base.extend<Fixtures, { site: TestSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: how Playwright writes a fixture that needs no other
    async ({}, use) => {
      await using site = await startTestSite()
      await use(site)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ site }, use) => use(site.stack.url),
  page: async ({ page, site }, use) => {
    await signInPage(page, site.token)
    await page.addInitScript((value) => localStorage.setItem('username', value), admin.username)
    await use(page)
  },
  write: async ({ page, site }, use) => {
    await use(async (content = [], { isWhole = true } = {}) => {
      const { article } = await (
        await site.api.post('/admin/articles', { data: { title: 'A draft', content } })
      ).json()
      await page.goto(`/admin/draft/edit/${article.id}`)
      const text = page.locator('[contenteditable]').first()
      // A click would depend on what is in the middle of the text.
      await text.focus()
      await moveCaret(page, 'ControlOrMeta+End')
      if (isWhole) {
        await expect(page.locator('.editor-footer')).not.toBeEmpty()
        await page.waitForTimeout(REVEAL)
      }
      return { page, id: article.id, text, saved: () => save(page, site.api, article.id) }
    })
  },
})

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
