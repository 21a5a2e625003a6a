import { publicPages } from '../../apps/server/src/pages/public-pages.ts'
import { BROWSER } from '../serving/view.ts'
import { CALLS } from './calls.ts'
import { STORIES } from './large-site.ts'
import { ofQueries } from './queries.ts'
import { CARDS, JSON_BODY, open, type Requests, read, send, TOKEN } from './request.ts'

/** Pages by their path in the table of public pages. `anonymousRequests` names those that are missing. */
const PAGES: Record<string, Record<string, Requests>> = {
  '/': {
    first: () => open('/'),
    last: (round) => open(`/?page=${Math.ceil(STORIES / CARDS) - round}`),
    'beyond the last': (round) => open(`/?page=${999 - round}`),
  },
  '/post/:id': {
    one: (round) => open(`/post/${1 + round}`),
    none: (round) => open(`/post/${9_999_999 + round}`),
  },
  '/tag/:slug': {
    last: (round) => open(`/tag/tag-1?page=${Math.ceil(STORIES / CARDS) - round}`),
    unknown: (round) => open(`/tag/${'x'.repeat(180)}${round}`),
  },
  '/author/:id': {
    last: (round) => open(`/author/${1 + round}?page=10`),
    unknown: (round) => open(`/author/${9_999_999 + round}`),
  },
  '/search': {
    empty: () => open('/search'),
    ...ofQueries((query) => open(`/search?q=${query}`)),
  },
  '/corrections': { last: (round) => open(`/corrections?page=${40 - round}`) },
  '/your-data': {
    'the form': () => open('/your-data'),
    'an answer': () => ({
      path: '/your-data',
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'session_id=bench-visitor-1',
    }),
  },
  '/privacy': { 'the page': () => open('/privacy') },
  '/terms': { 'the page': () => open('/terms') },
}

const OTHERS: Record<string, Record<string, Requests>> = {
  'a feed': {
    RSS: () => read('/rss.xml'),
    Atom: () => read('/atom.xml'),
    JSON: () => read('/feed.json'),
    'of a tag': (round) => read(`/tag/tag-${1 + round}/rss.xml`),
    'of an author': (round) => read(`/author/${1 + round}/atom.xml`),
    'of an unknown tag': (round) => read(`/tag/unknown-${round}/rss.xml`),
  },
  'a file for crawlers': {
    sitemap: () => read('/sitemap.xml'),
    'part of the sitemap': () => read('/sitemap-1.xml'),
    'missing part of the sitemap': (round) => read(`/sitemap-${9_999 - round}.xml`),
    OpenAPI: () => read('/openapi.json'),
    robots: () => read('/robots.txt'),
    manifest: () => read('/manifest.webmanifest'),
    'speculation rules': () => read('/speculation-rules.json'),
  },
  'a picture': {
    cover: (round) => read(`/covers/${1 + round}.svg`),
    'card of an earlier version': (round) => read(`/cards/${1 + round}-${STORIES + 1}.png`),
    'unknown upload': () => read(`/api/uploads/${'a'.repeat(26)}.jpg`),
  },
  'an unknown address': {
    page: (round) => open(`/${'x'.repeat(1_000)}${round}`),
    call: (round) => read(`/api/unknown-${round}`),
    undecodable: () => open('/%ff'),
    slashes: () => open(`${'/'.repeat(15_000)}x`),
    preview: () => open(`/preview/${TOKEN}`),
  },
  'the admin area': {
    'its shell': () => open('/admin/articles'),
    'a call without a token': () => read('/admin/articles'),
    'a call with a wrong token': () => ({
      path: '/admin/articles',
      headers: { authorization: `Bearer ${'x'.repeat(2_000)}` },
    }),
  },
  'a view': {
    'of a story': (round) => ({
      ...send(`/api/articles/${1 + round}/view`, {
        session_id: `bench-${round}-visitor`,
        referrer: `https://example.org/${'x'.repeat(2_000)}`,
      }),
      headers: { ...JSON_BODY, ...BROWSER },
    }),
  },
  'a report': {
    'of a violation': () => ({
      path: '/policy-reports',
      method: 'POST',
      headers: { 'content-type': 'application/reports+json' },
      body: JSON.stringify(
        Array.from({ length: 20 }, (_, index) => ({
          type: 'csp-violation',
          body: { blockedURL: `https://x${index}.example` },
        })),
      ),
    }),
  },
  health: { alive: () => read('/healthz'), ready: () => read('/readyz') },
}

/** Each text of each call as a run of blanks, which a pattern for blanks may read again from each of them. */
const BLANKS = Object.fromEntries(
  Object.entries<Record<string, Requests>>(CALLS).map(([call, kinds]) => {
    const { path, body = '{}' } = Object.values(kinds)[0]?.(0) ?? read('')
    const input: Record<string, unknown> = JSON.parse(body)
    const texts = Object.keys(input).filter((name) => typeof input[name] === 'string')
    const long = (name: string) => () => send(path, { ...input, [name]: `a${' '.repeat(60_000)}a` })
    return [call, Object.fromEntries(texts.map((name) => [`blanks for ${name}`, long(name)]))]
  }),
)

/** Limited to so many in a quarter of an hour, and deliberately slow: a password costs as much to guess as to check. */
export const login: Requests = (round) =>
  send('/admin/login', { username: `nobody-${round}@example.org`, password: 'a wrong password' })

/** Drawn once for each story, one at a time and in a process of its own, and then stored. */
export const drawn: Record<string, Requests> = {
  card: (round) => read(`/cards/${1 + round}-${1 + round}.png`),
  'e-book': (round) => read(`/post/${1 + round}.epub`),
}

/** Every kind of request, by its name. @throws when a public page is missing */
export function anonymousRequests(): [name: string, requests: Requests][] {
  const missing = publicPages.filter(({ path }) => !PAGES[path])
  if (missing.length > 0) throw new Error(`The bench asks for no ${missing.map(({ path }) => path).join()}`)
  return [CALLS, BLANKS, PAGES, OTHERS]
    .flatMap(Object.entries<Record<string, Requests>>)
    .flatMap(([subject, kinds]) =>
      Object.entries(kinds).map(([kind, requests]): [string, Requests] => [`${subject}: ${kind}`, requests]),
    )
}
