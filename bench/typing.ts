/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Block } from '@nightdesk/contracts'
import type { BrowserContext, Page } from '@playwright/test'
import { signIn } from '../scripts/api.ts'
import { launchChromium } from '../scripts/chromium.ts'
import { ADMIN, startStack } from '../scripts/stack.ts'
import {
  clickInMiddle,
  load,
  longParagraph,
  openArticle,
  openContext,
  paragraph,
  placeAt,
  typeRound,
  WORDS_OF_PARAGRAPH,
  watch,
} from './editor-page.ts'
import { comparePasting } from './pasting.ts'
import { inTurn, quantile, ratioAtMost } from './results.ts'
import { compareSaving } from './saving.ts'
import { findStalls } from './stalls.ts'

const WORDS = 20_000
/** Of stored content. */
const LARGE_BYTES = 500_000
const ROUNDS = 6
/** The caret's position in a paragraph, as a fraction of its length. */
const CARETS = { beginning: 0, middle: 0.5, end: 1 }
const GATES = [
  { name: 'p50', part: 0.5, gate: 1.75 },
  { name: 'p99', part: 0.99, gate: 2 },
]

/** Compares typing in a long article with typing in a bare field of the same HTML, and saving a very long one with REST. */
export async function compareTyping(): Promise<void> {
  await using stack = await startStack({ admin: ADMIN })
  const { client, token, headers } = await signIn(stack.url)
  const create = async (content: Block[]) => {
    const { id } = await client.articles.create.mutate({ title: 'A long story', content })
    return { id, url: `${stack.url}/admin/draft/edit/${id}` }
  }
  await using browser = await launchChromium()
  const context = await openContext(browser, token)

  const words = await create(paragraphs(Math.ceil(WORDS / WORDS_OF_PARAGRAPH)))
  await compareKeys(context, words.url, `in ${WORDS} words`, clickInMiddle)
  const long = await create([longParagraph])
  for (const [place, fraction] of Object.entries(CARETS))
    await compareKeys(
      context,
      long.url,
      `at the ${place} of one paragraph of 90,000 characters`,
      placeAt(fraction),
    )
  await comparePasting(context, (await create(paragraphs(1))).url)
  const count = Math.ceil(LARGE_BYTES / JSON.stringify(paragraph(0)).length)
  const [ours, theirs] = [await create(paragraphs(count)), await create(paragraphs(count))]
  const save = async (content: Block[]) =>
    void (await fetch(`${stack.url}/admin/articles/${theirs.id}`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ content }),
    }).then((response) => response.text()))
  await compareSaving({ context, url: ours.url, save, paragraphs: count })
  await findStalls(browser, context, ours.url)
}

const paragraphs = (count: number) => Array.from({ length: count }, (_, index) => paragraph(index))

async function compareKeys(
  context: BrowserContext,
  url: string,
  where: string,
  placeCaret: (page: Page) => Promise<void>,
): Promise<void> {
  const editor = await openArticle(context, url)
  const bare = await copyBare(editor)
  const typeIn = (page: Page) => () => typeRound(page, placeCaret)
  const [ours, theirs] = await inTurn(typeIn(editor), typeIn(bare), { warmUp: 1, rounds: ROUNDS })
  for (const { name, part, gate } of GATES) {
    const what = `key to frame ${where} ÷ bare field, ${name}`
    ratioAtMost(what, quantile(ours.flat(), part), quantile(theirs.flat(), part), `ms, ${load()}`, gate)
  }
  await editor.close()
  await bare.close()
}

/** The editor’s field as plain contenteditable HTML, in the same styles, fonts and width. */
async function copyBare(editor: Page): Promise<Page> {
  const body = await editor.evaluate(() => {
    const canvas = document.querySelector('.editor-canvas')
    let html = canvas?.outerHTML ?? ''
    // Without the elements around it, the field would be as wide as the window, and have half as many lines.
    for (let around = canvas?.parentElement; around; around = around.parentElement) {
      const { outerHTML } = around.cloneNode() as Element // of an element
      html = outerHTML.replace(/<\/\w+>$/, (end) => html + end)
    }
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    return `<!doctype html><style>${rules.map(({ cssText }) => cssText).join('\n')}</style>${html}`
  })
  const page = await editor.context().newPage()
  await page.addInitScript(watch)
  // On the same site, which has the fonts.
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(new URL('/bare', editor.url()).href)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  return page
}
