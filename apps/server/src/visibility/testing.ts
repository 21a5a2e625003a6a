import { existsSync } from 'node:fs'
import { contract, isQuery } from '@nightdesk/contracts'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { strFromU8, unzipSync } from 'fflate'
import { endpointsOf, splitRoute } from '../calls/endpoints.ts'

/** An article, and every word by which it could be recognised. */
export interface Fixture {
  id: number
  author_id: number
  title: string
  text: string
  excerpt: string
  tag: string
  author: string
  picture: string
}

/** The id of an article that is always published, right before the tested one. */
export const NEIGHBOUR = 7_650_000

interface PublicRoute {
  route: string
  /** The addresses at which the article would show. */
  urls(fixture: Fixture): string[]
  /** What the route shows of a published article; `nothing` when it never shows one. */
  shows: 'it' | 'nothing'
  /** Is about this one article: 404 while readers may not see it. */
  isItsOwn?: true
}

const own = (route: string): PublicRoute => ({
  route,
  urls: ({ id }) => [route.replace(':id', String(id))],
  shows: 'it',
  isItsOwn: true,
})
const list = (route: string, ...queries: string[]): PublicRoute => ({
  route,
  urls: () => [route, ...queries.map((query) => `${route}?${query}`)],
  shows: 'it',
})
const empty = (route: string, url = route): PublicRoute => ({ route, urls: () => [url], shows: 'nothing' })

/** Every route outside the API. A route that is missing here fails the test. */
export const PUBLIC_ROUTES: PublicRoute[] = [
  list('/', 'page=2'),
  own('/post/:id'),
  { ...list('/post/:id'), urls: () => [`/post/${NEIGHBOUR}`] },
  own('/post/:id.epub'),
  { ...list('/tag/:slug'), urls: ({ tag }) => [`/tag/${tag}`], isItsOwn: true },
  { ...list('/author/:id'), urls: ({ author_id }) => [`/author/${author_id}`], isItsOwn: true },
  // A picture: its bytes cannot be searched for words.
  { ...own('/cards/:id-:version.png'), urls: ({ id }) => [`/cards/${id}-1.png`], shows: 'nothing' },
  list('/rss.xml'),
  list('/atom.xml'),
  list('/feed.json'),
  ...['rss.xml', 'atom.xml', 'feed.json'].flatMap((file) => [
    { ...list(`/tag/:slug/${file}`), urls: ({ tag }: Fixture) => [`/tag/${tag}/${file}`] },
    { ...list(`/author/:id/${file}`), urls: ({ author_id }: Fixture) => [`/author/${author_id}/${file}`] },
  ]),
  list('/sitemap.xml'),
  { ...list('/sitemap-:part.xml'), urls: () => ['/sitemap-1.xml'] },
  // Drawn from the id alone, whether the article exists or not.
  { ...empty('/covers/:id.svg'), urls: ({ id }) => [`/covers/${id}.svg`] },
  { ...list('/search'), urls: (fixture) => questions(fixture).map((query) => `/search?${query}`) },
  ...['', '/proof', '/card.png', '/cover.png'].map((part) =>
    empty(`/preview/:token${part}`, `/preview/${'A'.repeat(43)}${part}`),
  ),
  list('/corrections'),
  empty('/your-data'),
  empty('/privacy'),
  empty('/terms'),
  empty('/accents/:light-:dark.css', '/accents/0a3d91-ffd21a.css'),
  empty('/icons/:id-:side.png', '/icons/1-32.png'),
  empty('/robots.txt'),
  empty('/speculation-rules.json'),
  empty('/manifest.webmanifest'),
  empty('/.well-known/security.txt'),
  empty('/openapi.json'),
  empty('/healthz'),
  empty('/readyz'),
  // Files have unguessable names.
  empty('/api/uploads/:filename', `/api/uploads/${'a'.repeat(26)}.png`),
  // Without a signed token nothing is found.
  empty('/api/exports/:id', '/api/exports/1?token=none'),
  {
    route: '/trpc/:path',
    urls: (fixture) => calls.flatMap(({ path }) => trpcUrls(path, fixture)),
    shows: 'it',
  },
]

const calls = endpointsOf(contract).filter(
  ({ endpoint }) => endpoint.access === 'public' && isQuery(endpoint),
)

/** The API by REST, from the contract, so that a new call is tried at once. */
export const CALLS: PublicRoute[] = calls.map(({ endpoint }) => {
  const { url: route } = splitRoute(endpoint)
  return {
    route,
    urls: (fixture) => [
      pathOf(route, fixture),
      pathOf(route, { ...fixture, id: NEIGHBOUR }),
      ...questions(fixture).map((query) => `${pathOf(route, fixture)}?${query}`),
    ],
    // The public calls under /admin are about accounts, and a story has no address of its own.
    shows: route.startsWith('/admin/') || route === '/api/page' ? 'nothing' : 'it',
    ...(route.startsWith('/api/articles/:id') && { isItsOwn: true as const }),
  }
})

const pathOf = (route: string, { id, author_id, tag }: Fixture) =>
  route
    .replace('/people/:id', `/people/${author_id}`)
    .replace(':id', String(id))
    .replace(/:(slug|tag)/, tag)

const questions = ({ title, text, tag }: Fixture) => [
  // Mistyped: a search may suggest existing words.
  `q=${title.slice(0, -1)}`,
  `q=${title}`,
  `q=${text}`,
  `tag=${tag}`,
  'page=1&limit=100',
]

const trpcUrls = (path: string, { id, title, text, tag }: Fixture) =>
  [{ id }, {}, { id, q: title }, { id, q: text }, { id, tag, slug: tag }].map(
    (input) => `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`,
  )

/** The words of an article that a public route reveals, except those in the query itself. */
export async function leaksAt(
  app: FastifyInstance,
  publicRoute: PublicRoute,
  fixture: Fixture,
  words: string[],
) {
  const found: string[] = []
  for (const url of publicRoute.urls(fixture)) {
    const answer = await app.inject({ url, headers: { accept: 'text/html, */*' } })
    const body = textOf(answer)
    const query = decodeURIComponent(url.split('?')[1] ?? '')
    const leaked = words.filter((word) => body.includes(word) && !query.includes(word))
    if (leaked.length > 0) found.push(`${answer.statusCode} ${url}: ${leaked.join(', ')}`)
  }
  return found
}

/** An e-book is a zip archive of pages. */
const textOf = ({ headers, body, rawPayload }: LightMyRequestResponse) =>
  headers['content-type'] === 'application/epub+zip'
    ? Object.values(unzipSync(rawPayload))
        .map((file) => strFromU8(file))
        .join('\n')
    : body

/** Every route, as it is registered, without the patterns of its parameters. @param method only those that take it */
export function routesOf(app: FastifyInstance, method?: 'GET'): string[] {
  const parents: string[] = []
  const routes = app
    .printRoutes({ commonPrefix: false, ...(method && { method }) })
    .split('\n')
    .flatMap((line) => {
      const [, branch = '', part = '', methods] = /^([│ ]*[├└]── )(\S+)( \([A-Z])?/.exec(line) ?? []
      const depth = branch.length / 4 - 1
      if (depth < 0) return []
      parents.length = depth
      parents.push(part)
      return methods ? [parents.join('').replace(/\([^()]*\)/g, '')] : []
    })
  return [...new Set(routes.map((route) => route.replace(/(.)\/$/, '$1')))].map((route) =>
    isPrintedShort(app, route) ? '/assets/*' : route,
  )
}

/** The routes that strangers may `GET`, without the files of the build. */
export function openRoutes(app: FastifyInstance): string[] {
  const guarded = endpointsOf(contract)
    .filter(({ endpoint }) => endpoint.access !== 'public')
    .map(({ endpoint }) => splitRoute(endpoint).url)
  return routesOf(app, 'GET').filter(
    (route) => !guarded.includes(route) && !isBuilt(route) && route !== '/assets/*',
  )
}

/** `/assets/*`, the files of a build, is printed without its folder. */
const isPrintedShort = (app: FastifyInstance, route: string) =>
  route === '/*' && !app.hasRoute({ method: 'GET', url: route })

const BUILD = new URL('../../../web/dist/client', import.meta.url)
const isBuilt = (route: string) => route !== '/' && existsSync(`${BUILD.pathname}${route}`)
