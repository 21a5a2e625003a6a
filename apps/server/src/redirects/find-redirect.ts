import { createHash } from 'node:crypto'
import { hasTag } from '@nightdesk/articles'
import { isOwnAddress, oldAddress, publicPath, redirectedPath, requestedPage } from '@nightdesk/contracts'
import { type Db, LISTS, REDIRECTS } from '@nightdesk/db'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { createMinuteTally } from '../minute-tally.ts'
import { cacheHeadersFor, FOR_ANYONE, type PageStore } from '../page-store/page-store.ts'
import type { createFindPage } from '../published/find-page.ts'

interface Redirecting {
  find_page: ReturnType<typeof createFindPage>
  find_redirect: ReturnType<typeof createFindRedirect>
  missing_addresses: Pick<MissingAddresses, 'note'>
}

/** Otherwise browsers would remember a redirect for ever. Feed readers that are web pages follow that of a feed. */
const HEADERS = { ...cacheHeadersFor(false)(301, []), ...FOR_ANYONE }

/** The home page of sites of files, and of WordPress. With a number in its query, it was that of a story. */
const OLD_HOME = /^\/index\.(?:php|html?)(?:\?|$)/i

/**
 * Redirects a request for an address that has no page, and counts the address when it is not redirected. As only such requests come
 * here, no redirect hides a page.
 * @returns whether it is answered, not the reply: that is a promise of nothing, as Fastify’s replies can be awaited
 */
export async function redirectMissing(
  { find_page, find_redirect, missing_addresses }: Redirecting,
  { url }: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const old = oldAddress(url)
  const isHome = OLD_HOME.test(url) && old === undefined
  const pageAt = async (address: string) => (await find_page(address))?.location ?? null
  // An address such as `/blog/?p=12` is not that of a page at `/blog`.
  const [first, second] = old?.includes('?') ? [find_redirect, pageAt] : [pageAt, find_redirect]
  const location = isHome ? '/' : ((await first(url)) ?? (await second(url)))
  if (location === null) missing_addresses.note(url)
  else reply.headers(HEADERS).redirect(location, 301)
  return location !== null
}

const MAX_FOUND = 10_000

/**
 * Makes the function that finds where an address without a page is redirected to; null when it is not. Addresses that are not redirected, which are nearly all, cost no query: {@link readPathSet}. Those that are cost one until a
 * redirect or an article changes.
 */
export function createFindRedirect(
  db: Db,
  pages: Pick<PageStore, 'value'>,
  readSite: () => Promise<{ home_stories: number }>,
) {
  const knownPaths = pages.value([REDIRECTS], () => readPathSet(db))
  // Publishing a story changes where a redirect to it leads.
  const targets = pages.value(
    [REDIRECTS, LISTS],
    async () => new LRUCache<string, { target: string | null }>({ max: MAX_FOUND }),
  )

  async function read(form: OldForm): Promise<string | null> {
    const known = await targets()
    const key = JSON.stringify(form)
    const found = known.get(key)
    if (found) return found.target
    const target = await readTarget(db, form.path)
    const place = target === '/' ? form.place : undefined
    const answer = { target: place ? await homeAt(db, place, (await readSite()).home_stories) : target }
    known.set(key, answer)
    return answer.target
  }

  async function find(address: string): Promise<string | null> {
    const path = oldAddress(address)
    if (path === undefined) return null
    const redirected = await knownPaths()
    for (const form of formsOf(path)) {
      const target = redirected.has(form.path) ? await read(form) : null
      const end = target === null ? null : partOf(target, form.part)
      // Also for another form of a path, such as `/a/feed`, and for rows of earlier releases.
      if (end !== null && oldAddress(end) !== path) return end
    }
    return null
  }

  return Object.assign(find, {
    /** How an address such as `/?p=123` is answered that is not redirected; undefined for the home page. */
    async statusOfNumbered(address: string): Promise<404 | 410 | undefined> {
      const redirected = await knownPaths()
      if (!redirected.has(OF_WORDPRESS)) return undefined
      return redirected.has(oldAddress(address) ?? '/') ? 404 : 410
    },
  })
}

/** Every import of a site of WordPress redirects it. */
const OF_WORDPRESS = '/?feed=rss2'

/** Null for a redirect to a story that is not published, or a tag without such stories, which is not found as those are. */
async function readTarget(db: Db, path: string): Promise<string | null> {
  const row = await db
    .selectFrom('redirects')
    .leftJoin('articles', 'articles.id', 'article_id')
    .where('redirects.path', '=', path)
    .select(['article_id', 'target', 'articles.state', 'articles.path as page'])
    .executeTakeFirst()
  if (row?.article_id && row.state === 'published') return publicPath({ id: row.article_id, path: row.page })
  const [, slug] = /^\/tag\/([^/?]+)/.exec(row?.target ?? '') ?? []
  if (slug !== undefined && !(await hasStories(db, decodeURIComponent(slug)))) return null
  return row?.target ?? null
}

const hasStories = async (db: Db, slug: string): Promise<boolean> =>
  undefined !==
  (await db
    .selectFrom('stories as articles')
    .where('state', '=', 'published')
    .where(hasTag(slug))
    .select('articles.id')
    .limit(1)
    .executeTakeFirst())

/** The page of the home page that is nearest to one of an old site: of that number, or with the first story of a year or month. */
async function homeAt(db: Db, { page, from, until }: Place, size: number): Promise<string> {
  const { rows } = await sql<{ stories: number; before: number | null }>`
    select count(*) as stories, (
      select rank from (
        select date_published, row_number() over (order by date_published desc, id desc) as rank
        from stories where state = 'published'
      ) listed
      where date_published >= ${from ?? null}::timestamptz and date_published < ${until ?? null}::timestamptz
      order by rank limit 1
    ) - 1 as before
    from stories where state = 'published'`.execute(db)
  const { stories = 0, before = null } = rows[0] ?? {}
  const wanted = page ?? Math.floor((before ?? 0) / size) + 1
  const last = Math.ceil(stories / size)
  const number = Math.min(wanted, last)
  return number > 1 ? `/?page=${number}` : '/'
}

/** What is added to the path of a page, for its feed or its book. */
type Part = '/rss.xml' | '/atom.xml' | '/feed.json' | '.epub'

/** A path that may be redirected, in place of the one that was asked for. */
interface OldForm {
  path: string
  /** What was asked for, besides the page itself. */
  part?: Part
  /** Where in the list of all stories, if the path leads to that. */
  place?: Place
}

/** A page of that number, or the first story from an instant until another. */
interface Place {
  page?: number
  from?: string
  until?: string
}

/** Other systems have a feed of each page, further pages of each list, and a second form of each page for telephones. */
const PARTS =
  /^(?<of>\/.+?)\/(?:(?<feed>feed(?:\/(?:rss2?|rdf|atom))?|rss|(?:feed|index|rss|atom)\.xml|feed\.json)|page\/\d{1,6}|amp)$/
/** WordPress has each picture in several sizes: `lamp-300x200.jpg`. */
const SIZED = /-\d{1,5}x\d{1,5}(?=\.\w{3,4}$)/
/** Ghost has them in a folder for each size: `/content/images/size/w600/2020/01/lamp.jpg`. */
const SIZES = /(?<=\/content\/images\/)size\/[wh\d]{2,12}\/(?:format\/\w{3,5}\/)?/

const BOOK = /^(?<story>\/post\/\d+)\.epub$/

/** The pages of the list of all stories, `/page/2`, and of a year, month or day of it: `/2012/05`. An import redirects `/page` and `/2012`. */
const LATER = /^(?<of>.*\/page)\/(?<page>[1-9]\d{0,2})$/
const PERIOD =
  /^(?<of>.*\/(?<year>[12]\d{3}))(?:\/(?<month>0[1-9]|1[0-2])(?:\/(?<day>0[1-9]|[12]\d|3[01]))?)?(?:\/page\/\d{1,6})?$/

/** The paths by which the redirect of a path may be stored, the path itself first. */
function* formsOf(written: string): Generator<OldForm> {
  // Where a server cannot rewrite addresses, WordPress has all pages below its script.
  const path = written.replace(/\/index\.php(?=\/)/, '')
  const { of: period, year, month, day } = PERIOD.exec(path)?.groups ?? {}
  const place = period === undefined ? undefined : placeOf(Number(year), month, day)
  yield { path, ...(period === path && { place }) }
  const later = LATER.exec(path)?.groups
  if (later?.of) yield { path: later.of, place: { page: Number(later.page) } }
  if (period !== undefined && period !== path) yield { path: period, place }
  const { of, feed } = PARTS.exec(path)?.groups ?? {}
  if (of !== undefined) yield { path: of, ...(feed !== undefined && { part: feedFile(feed) }) }
  const { story } = BOOK.exec(path)?.groups ?? {}
  if (story !== undefined) yield { path: story, part: '.epub' }
  const plain = path
    .replace(/\/\?.*$/, '')
    .replace(SIZED, '')
    .replace(SIZES, '')
  if (plain !== path && plain !== '') yield { path: plain }
  // A page that has moved was found in any letter case.
  const page = redirectedPath(requestedPage(path) ?? path)
  if (page !== path) yield { path: page }
}

/** In UTC, as the dates of pages are. */
function placeOf(year: number, month?: string, day?: string): Place {
  const start = (years: number, months: number, days: number) =>
    new Date(Date.UTC(year + years, Number(month ?? 1) - 1 + months, Number(day ?? 1) + days)).toISOString()
  return { from: start(0, 0, 0), until: day ? start(0, 0, 1) : month ? start(0, 1, 0) : start(1, 0, 0) }
}

/** Our own formats stay; the others become RSS, which every reader knows. */
const feedFile = (feed: string): Part =>
  feed === 'atom.xml' || feed === 'feed.json' ? `/${feed}` : '/rss.xml'

/** The address of a part. Lists have feeds, and stories have none: their readers are led to the story. */
function partOf(target: string, part: Part | undefined): string {
  if (part === '.epub') return /^\/post\/\d+$/.test(target) ? target + part : target
  if (part && target === '/') return part
  return part && /^\/(tag|author)\/[^/?]+$/.test(target) ? target + part : target
}

/**
 * The paths that are redirected, and one of a hundred thousand others by chance, in four bytes each: a hundred thousand take 400 KB of memory and 0.1 s to read. The 404s of a
 * flood of unknown addresses ask the database nothing.
 */
async function readPathSet(db: Db) {
  const { rows } = await sql<{ hashes: Buffer | null }>`
    select string_agg(substring(sha256(convert_to(path, 'UTF8')) for 4), '') as hashes
    from redirects`.execute(db)
  const bytes = rows[0]?.hashes ?? Buffer.alloc(0)
  const hashes = new Uint32Array(bytes.length / 4)
  for (let index = 0; index < hashes.length; index++) hashes[index] = bytes.readUInt32BE(index * 4)
  hashes.sort()
  return {
    has: (path: string) => contains(hashes, createHash('sha256').update(path).digest().readUInt32BE(0)),
  }
}

/** Searches sorted numbers. */
function contains(sorted: Uint32Array, wanted: number): boolean {
  let low = 0
  let high = sorted.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = sorted[middle] ?? 0
    if (found === wanted) return true
    if (found < wanted) low = middle + 1
    else high = middle - 1
  }
  return false
}

/** Addresses that are counted per minute. A flood of others is not counted. */
const MAX_COUNTED = 500
/** Addresses in the database. Those that were asked for most are kept, then the latest. */
const MAX_STORED = 2_000
const MAX_LENGTH = 200

type MissingAddresses = ReturnType<typeof createMissingAddresses>

export function createMissingAddresses(db: Db, log: FastifyBaseLogger) {
  const { counted, set, flush } = createMinuteTally<Count>(
    log,
    'Addresses that were not found could not be counted',
    (counts) => store(db, counts),
  )
  return {
    note(address: string): void {
      const path = countedPath(address)
      if (path === undefined) return
      const known = counted.get(path)
      if (known || counted.size < MAX_COUNTED) set(path, { path, requests: (known?.requests ?? 0) + 1 })
    },
    flush,
  }
}

interface Count {
  path: string
  requests: number
}

/** Names that only programs ask for which look for holes: hidden files, scripts, archives, other systems’ administration. */
const PROBE =
  /\/\.|\.(php\d?|aspx?|jsp|cgi|env|sql|bak|old|zip|gz|tgz|rar|7z|ya?ml|ini|conf|log|pem|key)$|^\/(wp-(admin|login|json|includes|config)|xmlrpc|cgi-bin|vendor|phpmyadmin|actuator|solr|boaform|owa)(\/|$)/i
/** A code, such as that of a one-time link. */
const CODE = /\/(?=[^/]*\d)(?=[^/]*[a-z])[a-z\d]{20,}(\/|$)/i

/** What is counted of an address: nothing that could name a person or open something, and never a query but `?p=123`. */
function countedPath(address: string): string | undefined {
  if (address.length > MAX_LENGTH * 2 || PROBE.test(address.split('?', 1)[0] ?? '')) return undefined
  const path = oldAddress(address)
  const isCounted =
    path !== undefined &&
    path.length <= MAX_LENGTH &&
    !isOwnAddress(path) &&
    !/%40|@/.test(path) &&
    !CODE.test(path)
  return isCounted ? path : undefined
}

const store = (db: Db, counts: Count[]) =>
  db.transaction().execute(async (tx) => {
    // Servers that write the same rows wait for each other.
    await sql`select pg_advisory_xact_lock(hashtext('nightdesk missing addresses'))`.execute(tx)
    await sql`
      insert into missing_addresses (path, requests, last_at)
      select path, requests, now() from jsonb_to_recordset(${JSON.stringify(counts)}) counted (path text, requests integer)
      where path not in (select path from redirects)
      on conflict (path) do update set
        requests = least(missing_addresses.requests + excluded.requests, 1000000),
        last_at = now()`.execute(tx)
    await sql`
      delete from missing_addresses
      where last_at < now() - interval '90 days' or path not in (
        select path from missing_addresses order by requests desc, last_at desc limit ${MAX_STORED}
      )`.execute(tx)
  })
