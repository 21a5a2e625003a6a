/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { BrowserContext, Page } from '@playwright/test'
import { startStack } from '../scripts/stack.ts'
import { launchBrowser, load, openArticle, paragraph, typeRound, WORDS_OF_PARAGRAPH, watch } from './desk.ts'
import { comparePasting } from './pasting.ts'
import { report } from './results.ts'
import { ADMIN, signIn } from './site.ts'
import { findStalls } from './stalls.ts'

const WORDS = 20_000
/** Of content as it is stored. */
const LARGE_BYTES = 500_000
const ROUNDS = 6
const GATES = { p50: 1.75, p99: 2 }

/** How typing in a long article compares with typing in a bare field of the same HTML, and what a very long one stalls. */
export async function compareTyping(): Promise<void> {
  await using stack = await startStack({
    env: { ADMIN_EMAIL: ADMIN.username, ADMIN_PASSWORD: ADMIN.password, LOG_LEVEL: 'warn' },
  })
  const { client, headers } = await signIn(stack.url)
  const create = async (paragraphs: number) => {
    const content = Array.from({ length: paragraphs }, (_, index) => paragraph(index))
    const { id } = await client.articles.create.mutate({ title: 'A long story', content })
    return `${stack.url}/admin/draft/edit/${id}`
  }
  await using browser = await launchBrowser()
  const desk = await browser.newContext()
  await desk.addInitScript((token) => localStorage.setItem('token', token), headers.authorization.slice(7))

  await compareKeys(desk, await create(Math.ceil(WORDS / WORDS_OF_PARAGRAPH)))
  await comparePasting(desk, await create(1))
  await findStalls(browser, desk, await create(Math.ceil(LARGE_BYTES / JSON.stringify(paragraph(0)).length)))
}

async function compareKeys(desk: BrowserContext, url: string): Promise<void> {
  const editor = await openArticle(desk, url)
  const bare = await copyBare(editor)
  const times = { ours: [] as number[], bare: [] as number[] }
  // In turns, so that a machine whose speed drifts does not decide. The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const [ours, theirs] = [await typeRound(editor), await typeRound(bare)]
    if (round === 0) continue
    times.ours.push(...ours)
    times.bare.push(...theirs)
  }
  for (const [name, part] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const) {
    const [ours, theirs] = [quantile(times.ours, part), quantile(times.bare, part)]
    const spent = `(${ours.toFixed(1)} ÷ ${theirs.toFixed(1)} ms, ${load()})`
    const what = `key to frame in ${WORDS} words ÷ bare field, ${name} ${spent}`
    report(what, (ours / theirs).toFixed(2), `≤ ${GATES[name].toFixed(2)}`, ours / theirs <= GATES[name])
  }
  await editor.close()
  await bare.close()
}

/** The field of the editor without anything that makes it one, in the same styles. */
async function copyBare(editor: Page): Promise<Page> {
  const { html, css } = await editor.evaluate(() => ({
    html: document.querySelector('.editor-canvas')?.outerHTML ?? '',
    css: [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))
      .join('\n'),
  }))
  const page = await editor.context().newPage()
  await page.addInitScript(watch)
  await page.goto('about:blank')
  await page.setContent(`<!doctype html><style>${css}</style>${html}`)
  await page.evaluate(watch)
  return page
}

const quantile = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)]! // there are rounds
