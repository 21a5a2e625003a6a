/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from '@playwright/test'
import { type Session, signIn } from '../scripts/api.ts'
import { launchChromium } from '../scripts/chromium.ts'
import { ADMIN, startStack } from '../scripts/stack.ts'
import { load, openArticle, openContext, paragraph, WORDS_OF_PARAGRAPH } from './editor-page.ts'
import { fastestAtMost } from './results.ts'
import { dragTimeLine } from './time-line.ts'

const VERSIONS = 1_000
const WORDS = 5_000
/** Milliseconds. */
const GATE = 300
const TRIES = 5

/** Measures the panel and the time line of an article with a thousand long versions, comparing and reverting. */
export async function workWithManyVersions(): Promise<void> {
  await using stack = await startStack({ admin: ADMIN })
  const { client, token } = await signIn(stack.url)
  const id = await createHistory(client)
  await using browser = await launchChromium()
  const context = await openContext(browser, token)
  const page = await openArticle(context, `${stack.url}/admin/draft/edit/${id}?compare=previous`)
  await page.locator('.editor-footer').filter({ hasText: 'words' }).waitFor()

  const times = { opened: [] as number[], compared: [] as number[], reverted: [] as number[] }
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const newest = VERSIONS + attempt - 1
    const [old, before] = [newest - 10, newest - 11]
    times.opened.push(await timePress(page, 'Show Versions', `Version ${newest}`))
    times.compared.push(await timePress(page, `Version ${old}`, `From version ${before} to version ${old}`))
    times.reverted.push(await timePress(page, 'Revert to this version', `Version ${newest + 1}`))
    await page.getByRole('button', { name: 'Hide Versions' }).click()
    await page.getByRole('button', { name: 'Show Versions' }).waitFor()
  }
  const what = `${VERSIONS} versions of ${WORDS} words`
  await page.getByRole('button', { name: 'Show Versions' }).click()
  await dragTimeLine(page, what)
  const calls: number[] = []
  for (const version of await client.versions.list.query({ id, before: VERSIONS, limit: TRIES })) {
    const begun = performance.now()
    await client.versions.revert.mutate({ id, version_id: version.id })
    calls.push(performance.now() - begun)
  }
  for (const [name, found] of Object.entries({
    [`panel of ${what}`]: times.opened,
    'two of them compared': times.compared,
    'an old one reverted to, in the browser': times.reverted,
    'an old one reverted to, by API': calls,
  }))
    fastestAtMost(`${name}, ${load()}`, found, GATE)
}

/** Titles are "Version 1" and so on. @returns the id of the article */
async function createHistory({ articles }: Session['client']): Promise<number> {
  const first = Array.from({ length: Math.ceil(WORDS / WORDS_OF_PARAGRAPH) }, (_, index) => paragraph(index))
  const { id } = await articles.create.mutate({ title: 'Version 1', content: first })
  for (let number = 2; number <= VERSIONS; number++) {
    const content = first.with(number % first.length, paragraph(number))
    await articles.update.mutate({ id, title: `Version ${number}`, content })
  }
  return id
}

/** Presses a button. @returns milliseconds until an element named `shown` appears, by the clock of the page */
const timePress = (page: Page, button: string, shown: string): Promise<number> =>
  page.evaluate(
    async ([button, shown]) => {
      const find = (name: string) =>
        [...document.querySelectorAll<HTMLElement>('button, [aria-label]')].find(
          (one) => one.ariaLabel === name || (one.localName === 'button' && one.textContent.startsWith(name)),
        )
      const begun = performance.now()
      find(button)?.click()
      await new Promise<void>((resolve) => {
        const observer = new MutationObserver(look)
        function look() {
          if (!find(shown)) return
          observer.disconnect()
          resolve()
        }
        observer.observe(document.body, { childList: true, subtree: true, attributes: true })
        look()
      })
      return performance.now() - begun
    },
    [button, shown] as const,
  )
