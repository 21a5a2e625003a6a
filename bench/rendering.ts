import { type Article, FRESH_SITE } from '@nightdesk/contracts'
import { parse } from 'parse5'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { PublicApi, WebServer } from '../apps/web/src/server-api.ts'

const ENTRY = new URL('../apps/web/dist/server/entry-server.js', import.meta.url).href
const RUNS = 200
const WARM_UP = 2
const ROUNDS = 30

/** Compares rendering a home page of 24 cards with a plain `renderToString` of the same markup. */
export async function compareRendering(articles: Article[]) {
  // The type of the bundle's exports.
  const web = (await import(ENTRY)) as WebServer
  const listed = articles.map((article) => ({ ...article, images: {} }))
  // The home page makes no other call.
  const api = { published: { list: async () => listed } } as unknown as PublicApi
  const site = { ...FRESH_SITE, url: 'http://127.0.0.1' }
  const options = { api, site, now: new Date().toISOString() }
  const { html } = await web.renderPage('/', options)
  const plain = toReact(parse(html))
  const times = { ours: 0, plain: 0 }
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    if (round === 0) times.ours = times.plain = 0
    times.ours += await time(() => web.renderPage('/', options))
    times.plain += await time(() => renderToString(plain))
  }
  return times.plain / times.ours
}

/** Microseconds of CPU time of this thread, without other work of the machine. Summed up, as the clock is coarse. */
async function time(work: () => unknown): Promise<number> {
  const begun = process.threadCpuUsage()
  for (let run = 0; run < RUNS; run++) await work()
  const { user, system } = process.threadCpuUsage(begun)
  return user + system
}

interface HtmlNode {
  nodeName: string
  value?: string
  attrs?: { name: string; value: string }[]
  childNodes?: HtmlNode[]
}

/** The same markup as plain elements, without components and data. */
function toReact(node: HtmlNode): ReactNode {
  if (node.nodeName === '#text') return node.value
  if (node.nodeName === '#documentType' || node.nodeName === '#comment') return null
  const children = (node.childNodes ?? []).map(toReact)
  if (node.nodeName === '#document') return children.find(Boolean)
  const props = Object.fromEntries((node.attrs ?? []).map(({ name, value }) => [attribute(name), value]))
  return createElement(node.nodeName, props, ...(children.length > 0 ? children : []))
}

const renamed: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  charset: 'charSet',
  crossorigin: 'crossOrigin',
  datetime: 'dateTime',
  fetchpriority: 'fetchPriority',
  'stroke-width': 'strokeWidth',
  tabindex: 'tabIndex',
}
const attribute = (name: string) => renamed[name] ?? name
