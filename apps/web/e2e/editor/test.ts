import { type APIRequestContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { admin, type Desk, signInPage, startDesk } from '../desk.ts'

export { expect } from '@playwright/test'

/** The edit page of an article made for one test, with the caret at the end of the text. */
export interface Writing {
  page: Page
  id: number
  /** The field that is written in. */
  text: Locator
  /** Saves, and answers with the content as the server has it. */
  saved(): Promise<unknown[]>
}

interface Fixtures {
  /** Signed in as the admin, under the real Content-Security-Policy. */
  page: Page
  /** Opens an article with this content, and waits for the parts of the editor that come after it unless told. */
  write(content?: unknown[], options?: { isWhole?: boolean }): Promise<Writing>
}

export const test = base.extend<Fixtures, { desk: Desk }>({
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: how Playwright writes a fixture that needs no other
    async ({}, use) => {
      await using desk = await startDesk()
      await use(desk)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ desk }, use) => use(desk.stack.url),
  page: async ({ page, desk }, use) => {
    await signInPage(page, desk.token)
    await page.addInitScript((value) => localStorage.setItem('username', value), admin.username)
    await use(page)
  },
  write: async ({ page, desk }, use) => {
    await use(async (content = [], { isWhole = true } = {}) => {
      const { article } = await (
        await desk.api.post('/admin/articles', { data: { title: 'A draft', content } })
      ).json()
      await page.goto(`/admin/draft/edit/${article.id}`)
      const text = page.locator('[contenteditable]').first()
      await text.click()
      await moveCaret(page, 'ControlOrMeta+End')
      if (isWhole) await expect(page.locator('.editor-footer')).not.toBeEmpty()
      return { page, id: article.id, text, saved: () => save(page, desk.api, article.id) }
    })
  },
})

async function save(page: Page, api: APIRequestContext, id: number): Promise<unknown[]> {
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Article updated successfully')).toBeVisible()
  return (await (await api.get(`/admin/articles/${id}`)).json()).content
}

/** Extends the selection letter by letter. */
export async function extend(page: Page, key: 'ArrowLeft' | 'ArrowRight', letters: number): Promise<void> {
  for (let letter = 0; letter < letters; letter++) await page.keyboard.press(`Shift+${key}`)
  await nextFrame(page)
}

/** The page hears of a selection after the key or the click that made it: with the frame after the next at the latest. */
export const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** Presses a key that moves the caret, and waits until the page has heard where it is. */
export async function moveCaret(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await nextFrame(page)
}
