import {
  isNumberedAddress,
  isOwnAddress,
  numberedPage,
  oldAddress,
  redirectTarget,
  requestedPage,
} from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from './client.ts'

/** A redirect from an address of an earlier site, in any form, to an article or to a path of this site. */
export type NewRedirect = { address: string } & NewTarget
/** An article, or a path of this site. */
export type NewTarget = { article_id: number } | { target: string }

/**
 * Adds redirects. They lead to their end at once: a target that is redirected itself is replaced by its own target, here and in
 * the redirects that exist. Left out are addresses that are redirected already, that belong to the site or one of its pages, or that
 * would lead to themselves; targets that are no path of this site; and articles that do not exist.
 *
 * The caller announces the tag `REDIRECTS` at the end of the transaction. Until then, others wait who add some.
 * @param made_by null for a command
 * @param import_id the import to which they belong, if it is one that adds them
 * @returns the paths that were added, in their canonical form
 */
export async function addRedirects(
  tx: Tx,
  redirects: readonly NewRedirect[],
  made_by: number | null,
  import_id: number | null = null,
): Promise<string[]> {
  await lockRedirects(tx)
  const decided = await decideRedirects(tx, redirects)
  const resolved = decided.flatMap(({ path, end, problem }) => (problem === null ? [{ path, ...end }] : []))
  if (resolved.length === 0) return []
  // One parameter, whatever the number of rows: a statement has 65,535 at most.
  const { rows } = await sql<{ path: string }>`
    insert into redirects (path, article_id, target, made_by, import_id)
    select path, article_id, target, ${made_by}::bigint, ${import_id}::bigint
    from jsonb_to_recordset(${JSON.stringify(resolved)}) new (path text, article_id bigint, target text)
    on conflict (path) do nothing
    returning path`.execute(tx)
  const added = rows.map(({ path }) => path)
  await takeOver(tx, added)
  return added
}

/** What becomes of a redirect that is about to be added. */
export interface RedirectDecision {
  /** The address in its canonical form. */
  path: string
  /** Where it will lead. Of one that is redirected already: where it leads. Null: nowhere. */
  end: Target | null
  /** Why it is not added; null also for one that leads there already. */
  problem: 'taken' | 'redirected' | 'nothing' | null
}

/**
 * What `addRedirects` would do: each address once, but for those that no redirect can have, and targets that are no path of this site.
 * @param coming paths of articles that are about to be added, which count as if they were here, by number
 */
export async function decideRedirects(
  db: DbOrTx,
  redirects: readonly NewRedirect[],
  coming: ReadonlyMap<number, string> = new Map(),
): Promise<RedirectDecision[]> {
  const paths = redirects.flatMap(({ address }) => oldAddress(address) ?? [])
  const missing = await missingPages(db, paths)
  const pages = await pagesAt(db, paths)
  const arriving = new Set(coming.values())
  const isTaken = (path: string) =>
    arriving.has(path) || (isOwnAddress(path) && !missing.has(path)) || pages.has(requestedPage(path) ?? '')
  const taken = new Map<string, RedirectDecision>()
  const wanted = new Map<string, Target>()
  for (const redirect of redirects) {
    const path = oldAddress(redirect.address)
    const target = targetOf(redirect)
    if (!path || !target || wanted.has(path) || taken.has(path)) continue
    // One that leads to itself is no circle for the others that lead here.
    if (isTaken(path) || pathOf(target).includes(path))
      taken.set(path, { path, end: target, problem: 'taken' })
    else wanted.set(path, target)
  }
  const existing = await readExisting(db, [...wanted.keys()])
  const ends = new Map(
    (await resolveTargets(db, wanted, coming)).map(({ path, ...end }) => [path, end as Target]), // as it was resolved
  )
  const decided = [...wanted.keys()].map((path): RedirectDecision => {
    const end = ends.get(path) ?? null
    const earlier = existing.get(path)
    if (!earlier) return { path, end, problem: end ? null : 'nothing' }
    const isSame = earlier.article_id === end?.article_id && earlier.target === end.target
    return { path, end: earlier, problem: isSame ? null : 'redirected' }
  })
  return [...taken.values(), ...decided]
}

/** The addresses that pages outside the trash have, among canonical ones that are wanted for something else. */
async function pagesAt(tx: DbOrTx, addresses: readonly string[]): Promise<Set<string>> {
  const paths = addresses.flatMap((address) => requestedPage(address) ?? [])
  const { rows } = await sql<{ path: string }>`
    select path from articles where path = any(${paths}) and state <> 'deleted'`.execute(tx)
  return new Set(rows.map(({ path }) => path))
}

/** The pages among canonical old addresses that no story and no person of this site has: they are those of another Nightdesk. */
export async function missingPages(tx: DbOrTx, paths: readonly string[]): Promise<Set<string>> {
  const pages = paths.flatMap((path) => {
    const page = numberedPage(path)
    return page ? [{ path, ...page }] : []
  })
  if (pages.length === 0) return new Set()
  const { rows } = await sql<{ path: string }>`
    select page.path from jsonb_to_recordset(${JSON.stringify(pages)}) page (path text, kind text, id bigint)
    where not exists (
      select from articles where page.kind = 'post' and articles.id = page.id union all
      select from people where page.kind = 'author' and people.id = page.id union all
      select from merged_people where page.kind = 'author' and merged_people.id = page.id
    )`.execute(tx)
  return new Set(rows.map(({ path }) => path))
}

/** Makes those who change redirects wait for each other, as two changes at once could lead to each other. */
export async function lockRedirects(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('nightdesk redirects'))`.execute(tx)
}

/** Leads redirects to these paths to where the paths lead now, and forgets that the paths were not found. */
async function takeOver(tx: Tx, paths: readonly string[]): Promise<void> {
  await sql`
    update redirects earlier set article_id = later.article_id, target = later.target
    from redirects later
    where later.path = any(${paths}) and split_part(earlier.target, '?', 1) = split_part(later.path, '?', 1)
      and (earlier.target = later.path or strpos(later.path, '?') = 0)`.execute(tx)
  await sql`delete from missing_addresses where path = any(${paths})`.execute(tx)
}

/** @returns undefined for what is no path of this site */
function targetOf(redirect: NewTarget): Target | undefined {
  if ('article_id' in redirect) return { article_id: redirect.article_id, target: null }
  const local = redirectTarget(redirect.target)
  if (local === undefined) return undefined
  // One form of each, as it may be redirected later.
  const target = isNumberedAddress(local) ? oldAddress(local)! : local // numbered addresses have a canonical form
  const page = numberedPage(target)
  return page?.kind === 'post' ? { article_id: page.id, target: null } : { article_id: null, target }
}

/**
 * Changes a redirect, by the rules of `addRedirects`. It does not belong to an import any more.
 * @param change a canonical path, and a path of this site
 * @returns false when the target would lead back, or is a story that does not exist
 */
export async function changeRedirect(
  tx: Tx,
  id: number,
  { path, target }: { path: string; target: string },
): Promise<boolean> {
  await lockRedirects(tx)
  const wanted = targetOf({ target })
  const [resolved] = wanted ? await resolveTargets(tx, new Map([[path, wanted]])) : []
  if (!resolved) return false
  await tx
    .updateTable('redirects')
    .set({ ...resolved, import_id: null })
    .where('id', '=', id)
    .execute()
  await takeOver(tx, [path])
  return true
}

/** Where a redirect leads: an article or a path. */
type Target = { article_id: number; target: null } | { article_id: null; target: string }

/** Follows new redirects to their ends, through each other and those that exist. Those in a circle are left out. */
async function resolveTargets(
  tx: DbOrTx,
  wanted: ReadonlyMap<string, Target>,
  coming: ReadonlyMap<number, string> = new Map(),
): Promise<(Target & { path: string })[]> {
  const targets = [...wanted.values()].flatMap(pathOf)
  const existing = await readExisting(tx, targets)
  const pages = new Set([...(await pagesAt(tx, targets)), ...[...coming.values()].map(requestedPage)])
  const next = (path: string) => existing.get(path) ?? wanted.get(path)
  // A page may hide the redirect of its address. It leads nobody, until the page is gone.
  const nextForReaders = (path: string) => (pages.has(requestedPage(path)) ? undefined : next(path))
  const ends = [...wanted].flatMap(([path, target]) => {
    const end = follow(path, target, next) && follow(path, target, nextForReaders)
    return end ? [{ path, ...end }] : []
  })
  const ids = ends.flatMap(({ article_id }) => article_id ?? [])
  const rows = await tx
    .selectFrom('articles')
    .where('id', '=', sql<number>`any(${ids})`)
    .select('id')
    .execute()
  const articles = new Set(rows.map(({ id }) => id))
  return ends.filter(
    ({ article_id }) => article_id === null || coming.has(article_id) || articles.has(article_id),
  )
}

/** @returns undefined in a circle */
function follow(
  start: string,
  first: Target,
  next: (path: string) => Target | undefined,
): Target | undefined {
  const seen = new Set([start])
  let target = first
  for (let [path] = pathOf(target); path !== undefined; [path] = pathOf(target)) {
    if (seen.has(path)) return undefined
    seen.add(path)
    const further = next(path)
    if (!further) break
    target = further
  }
  return target
}

/** The path of a target that could be redirected itself, at most one. */
const pathOf = ({ target }: Target): string[] =>
  [target === null ? undefined : oldAddress(target)].filter((path) => path !== undefined)

/** None of these leads to another one of the database. */
async function readExisting(tx: DbOrTx, paths: readonly string[]): Promise<Map<string, Target>> {
  const rows = await tx
    .selectFrom('redirects')
    .where('path', '=', sql<string>`any(${paths})`)
    .select(['path', 'article_id', 'target'])
    .execute()
  // A check of the table: one of the two is null.
  return new Map(rows.map(({ path, ...target }) => [path, target as Target]))
}
