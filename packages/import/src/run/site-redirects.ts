import {
  authorPath,
  type ImportKind,
  imagePath,
  isOwnAddress,
  type OldAddressLead,
  oldAddress,
  publicPath,
  requestedPage,
  tagPath,
  tagSlug,
} from '@nightdesk/contracts'
import {
  addRedirects,
  announceChange,
  type Database,
  type DbOrTx,
  decideRedirects,
  type NewRedirect,
  type NewTarget,
  REDIRECTS,
  type RedirectDecision,
} from '@nightdesk/db'
import { type Selectable, sql } from 'kysely'
import { storable } from '../archive/fields.ts'
import { FEED, HOME, type OldAddress, type OldAddressTarget, type Source } from '../model.ts'
import type { RunContext, RunningImport } from './context.ts'
import { findPeople, personKey } from './people.ts'

const BATCH = 500

const SITEMAP: OldAddressTarget = { kind: 'list', path: '/sitemap.xml' }
/** This page has all tags. */
const TAGS: OldAddressTarget = { kind: 'list', path: '/search' }

/** Addresses that every site of a kind has, below its root, and the pages here that serve their readers best. */
const OF_KIND: Partial<Record<ImportKind, Readonly<Record<string, OldAddressTarget>>>> = {
  wordpress: {
    'comments/feed': FEED,
    'comments/feed/atom': FEED,
    'wp-sitemap.xml': SITEMAP,
    'sitemap_index.xml': SITEMAP,
    'post-sitemap.xml': SITEMAP,
    page: HOME,
  },
  ghost: {
    'sitemap-posts.xml': SITEMAP,
    'sitemap-pages.xml': SITEMAP,
    'sitemap-tags.xml': SITEMAP,
    'sitemap-authors.xml': SITEMAP,
    page: HOME,
  },
  markdown: {
    posts: HOME,
    'posts/index.xml': FEED,
    post: HOME,
    blog: HOME,
    archive: HOME,
    archives: HOME,
    tags: TAGS,
    categories: TAGS,
    page: HOME,
  },
}

/** An item whose addresses are decided: one that is listed, or one that came in. */
export interface AddressedItem
  extends Pick<Selectable<Database['import_items']>, 'key' | 'title' | 'state' | 'summary'> {
  /** That of its article; below zero if it has none yet, as a dry run reserves none. Null for an item that has no article. */
  number: number | null
}

/** An old address, and what it leads to. */
export interface DecidedAddress extends OldAddressLead {
  /** Null if none is added. */
  redirect: NewRedirect | null
}

/** Stands for the page of somebody who is about to be added: numbers begin with 1. */
const NEW_PERSON = '/author/0'
const WITHOUT_NUMBER = /^\/(?:post\/-\d+|author\/0)$/

/**
 * Decides where the addresses of the old site lead, for the plan and for the run. Those of the items come first, then feeds, tags,
 * authors and lists of all stories: of two that are the same the first one holds.
 * @param credits people who are credited in place of authors, by name
 */
export async function decideAddresses(
  db: DbOrTx,
  source: Source,
  items: readonly AddressedItem[],
  credits: ReadonlyMap<string, number> = new Map(),
): Promise<DecidedAddress[]> {
  const ofSite = await addressesOfSite(source, items)
  const find = await createFinder(db, source, ofSite, items, credits)
  const wanted = [...addressesOfItems(items), ...ofSite].flatMap(({ path: written, target }) => {
    const path = oldAddress(written)
    return path === undefined ? [] : [{ path, ...find(target) }]
  })
  const coming = new Map(
    items.flatMap(({ state, number: id, summary: { path = null } }) =>
      state === 'planned' && id !== null ? [[id, publicPath({ id, path })] as const] : [],
    ),
  )
  const redirects = wanted.flatMap(({ path, to }) => (to ? [{ address: path, ...to }] : []))
  const decided = await decideRedirects(db, redirects, coming)
  const decisions = new Map(decided.map((decision) => [decision.path, decision]))
  const paths = new Map([...(await readPaths(db, decided)), ...coming])
  const slugs = decided.flatMap(({ end }) => /^\/tag\/([^/?]+)/.exec(end?.target ?? '')?.[1] ?? [])
  const tags = await readTags(db, slugs.map(decodeURIComponent), items)
  const isHere = createIsHere([...paths.values(), ...[...tags].map((slug) => `/tag/${slug}`)])
  const titles = new Map(items.map(({ number, title }) => [number, title]))

  const addresses = new Map<string, DecidedAddress>()
  for (const { path, kind, name, to } of wanted) {
    const decision = decisions.get(path)
    // One of two that are the same may lead somewhere.
    if (addresses.has(path) || (decision && !to)) continue
    const { article_id = null } = decision?.end ?? {}
    addresses.set(path, {
      path,
      kind,
      name: article_id === null ? name : (titles.get(article_id) ?? null),
      ...outcomeOf(decision ?? { path, end: null, problem: 'nothing' }, kind, paths, isHere),
    })
  }
  return [...addresses.values()]
}

/** @param paths of articles */
function outcomeOf(
  { path, end, problem }: RedirectDecision,
  kind: DecidedAddress['kind'],
  paths: ReadonlyMap<number, string>,
  isHere: (path: string) => boolean,
): Pick<DecidedAddress, 'leads_to' | 'problem' | 'redirect'> {
  if (end === null) return { leads_to: null, problem, redirect: null }
  const leads_to = end.target ?? paths.get(end.article_id) ?? null
  if (leads_to === null || oldAddress(leads_to) === path) return { leads_to, problem: null, redirect: null }
  if (WITHOUT_NUMBER.test(leads_to)) return { leads_to: null, problem, redirect: null }
  const to = end.article_id === null ? { target: end.target } : { article_id: end.article_id }
  const isMissing = problem === null && kind === 'redirect' && end.target !== null && !isHere(end.target)
  return {
    leads_to,
    problem: isMissing ? 'missing' : problem,
    redirect: problem === null ? { address: path, ...to } : null,
  }
}

/** The paths of the articles to which addresses lead, and of the pages that have such a path. */
async function readPaths(db: DbOrTx, decided: readonly RedirectDecision[]): Promise<Map<number, string>> {
  const ids = decided.flatMap(({ end }) => end?.article_id ?? [])
  const pages = decided.flatMap(({ end }) => requestedPage(withoutQuery(end?.target ?? '')) ?? [])
  const { rows } = await sql<{ id: number; path: string | null }>`
    select id, path from articles
    where id = any(${ids}) or (path = any(${pages}) and state <> 'deleted')`.execute(db)
  return new Map(rows.map((row) => [row.id, publicPath(row)]))
}

const withoutQuery = (target: string) => target.replace(/\?.*$/, '')

/** Makes the function that says whether the target of a redirect of the old site is a page of this one. */
function createIsHere(paths: readonly string[]) {
  const pages = new Set(paths.map(requestedPage))
  return (target: string) =>
    /^\/(?:\?|$|api\/)/.test(target) || isOwnAddress(target) || pages.has(requestedPage(withoutQuery(target)))
}

/** The slugs of those tags that the site has, and of all that planned items bring. */
async function readTags(db: DbOrTx, slugs: readonly string[], items: readonly AddressedItem[]) {
  const { rows } = await sql<{ slug: string }>`
    select slug from tags where slug = any(${slugs})`.execute(db)
  const planned = items.filter(({ state }) => state === 'planned')
  return new Set([
    ...rows.map(({ slug }) => slug),
    ...planned.flatMap(({ summary }) => summary.tags.map(tagSlug)),
  ])
}

const addressesOfItems = (items: readonly AddressedItem[]): OldAddress[] =>
  items
    .filter(({ state }) => state === 'planned' || state === 'done')
    .flatMap(({ key, summary: { addresses = [] } }) =>
      addresses.map((path) => ({ path, target: { kind: 'item', key } })),
    )

/** Those that the source names come first. */
async function addressesOfSite(source: Source, items: readonly AddressedItem[]): Promise<OldAddress[]> {
  const named = await Array.fromAsync(source.redirects())
  const own = OF_KIND[source.kind]
  // A single text is no site.
  if (named.length === 0 || !own) return named
  // What identifies a site has its address, with the path below which it was.
  const [, root = ''] = /^\w+:[^/]+(\/.*)$/.exec(source.identity) ?? []
  const years = items.flatMap(({ summary: { state, published_at } }) =>
    state === 'published' ? (/^\d{4}(?=-)/.exec(published_at ?? '') ?? []) : [],
  )
  const lists = [...Object.entries(own), ...years.map((year) => [year, HOME] as const)]
  return [...named, ...lists.map(([path, target]): OldAddress => ({ path: `${root}/${path}`, target }))]
}

/** Makes the function that finds what a target is on this site, with what planned items bring. Null: nothing of this site. */
async function createFinder(
  db: DbOrTx,
  source: Source,
  ofSite: readonly OldAddress[],
  items: readonly AddressedItem[],
  credits: ReadonlyMap<string, number>,
) {
  const targets = ofSite.map(({ target }) => target)
  const slugs = targets.flatMap((target) => (target.kind === 'tag' ? [tagSlug(target.name)] : []))
  const authors = targets.filter((target) => target.kind === 'author')
  const people = await findPeople(db, source, authors, credits)
  const planned = items.filter(({ state }) => state === 'planned').map(({ summary }) => summary)
  const known = {
    items: new Map(items.map((item) => [item.key, item])),
    tags: await readTags(db, slugs, items),
    authors: new Set(planned.flatMap(({ authors }) => authors.map(personKey))),
  }
  const pageOf = (id: number | undefined, isComing: boolean): NewTarget | null => {
    if (id !== undefined) return { target: authorPath(id) }
    return isComing ? { target: NEW_PERSON } : null
  }
  return (target: OldAddressTarget): Pick<OldAddressLead, 'kind' | 'name'> & { to: NewTarget | null } => {
    switch (target.kind) {
      case 'list':
      case 'redirect':
        return { kind: target.kind, name: null, to: { target: target.path } }
      case 'tag': {
        const slug = tagSlug(target.name)
        const to = known.tags.has(slug) ? { target: tagPath(slug) } : null
        return { kind: 'tag', name: storable(target.name), to }
      }
      case 'author': {
        const isComing = known.authors.has(personKey(target.name))
        return { kind: 'author', name: storable(target.name), to: pageOf(people.numberOf(target), isComing) }
      }
      case 'person': {
        const person = people.byKey.get(target.key)
        return { kind: 'author', name: person?.name ?? null, to: pageOf(person?.id, person !== undefined) }
      }
      case 'item': {
        const { title = null, number = null } = known.items.get(target.key) ?? {}
        return { kind: 'story', name: title, to: number === null ? null : { article_id: number } }
      }
    }
  }
}

/**
 * Records where the addresses of the old site lead.
 * @param run one that has brought in its items: addresses that are not redirected yet, which are those of the site, are redirected
 */
export async function recordAddresses(
  { db, transaction }: Pick<RunContext, 'db' | 'transaction'>,
  importId: number,
  source: Source,
  run?: RunningImport & Pick<RunContext, 'has_cdn'>,
): Promise<void> {
  const items = await db
    .selectFrom('import_items')
    .where('import_id', '=', importId)
    .select(['key', 'title', 'state', 'summary'])
    .select(sql<number | null>`case state when 'planned' then number else article_id end`.as('number'))
    .orderBy('position')
    .execute()
  const decided = await decideAddresses(db, source, items, run?.credits)
  await transaction((tx) => tx.deleteFrom('import_addresses').where('import_id', '=', importId).execute())
  for (let at = 0; at < decided.length; at += BATCH)
    await transaction(async (tx) => {
      const batch = decided.slice(at, at + BATCH)
      await sql`
        insert into import_addresses (import_id, path, kind, leads_to, name, problem)
        select ${importId}, path, kind, leads_to, name, problem
        from jsonb_to_recordset(${JSON.stringify(batch)})
          address (path text, kind text, leads_to text, name text, problem text)`.execute(tx)
      const redirects = batch.flatMap(({ redirect }) => redirect ?? [])
      if (run && (await addRedirects(tx, redirects, run.made_by, importId)).length > 0)
        await announceChange(tx, { tags: [REDIRECTS], has_cdn: run.has_cdn })
    })
}

/** The redirects of a picture. WordPress shows a large one by a copy, `lamp-scaled.jpg`, and names the smaller ones `lamp-300x200.jpg`. */
export const pictureRedirects = (old_path: string, filename: string): NewRedirect[] =>
  [...new Set([old_path, old_path.replace(/-scaled(?=\.\w{3,4}$)/, '')])].map((address) => ({
    address,
    target: imagePath(filename),
  }))
