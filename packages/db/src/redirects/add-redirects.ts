import {
  isNumberedAddress,
  isOwnAddress,
  numberedPage,
  oldAddress,
  redirectTarget,
} from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { Tx } from '../client.ts'
import { pathOf, resolveTargets, type Target } from './resolve-targets.ts'

/** A redirect from an address of an earlier site, in any form, to an article or to a path of this site. */
export type NewRedirect = { address: string } & NewTarget
type NewTarget = { article_id: number } | { target: string }

/**
 * Adds redirects. They lead to their end at once: a target that is redirected itself is replaced by its own target, here and in
 * the redirects that exist. Left out are addresses that are redirected already, that belong to the site, or that would lead to
 * themselves; targets that are no path of this site; and articles that do not exist.
 *
 * The caller announces the tag `REDIRECTS` at the end of the transaction. Until then, others wait who add some.
 * @param made_by null for a command
 * @returns the paths that were added, in their canonical form
 */
export async function addRedirects(
  tx: Tx,
  redirects: readonly NewRedirect[],
  made_by: number | null,
): Promise<string[]> {
  await lockRedirects(tx)
  const missing = await missingPages(tx, redirects)
  const wanted = new Map<string, Target>()
  for (const redirect of redirects) {
    const path = oldAddress(redirect.address)
    const target = targetOf(redirect)
    if (!path || !target || wanted.has(path)) continue
    if (isOwnAddress(path) && !missing.has(path)) continue
    // Otherwise the others that lead here would be in its circle.
    if (!pathOf(target).includes(path)) wanted.set(path, target)
  }
  const resolved = await resolveTargets(tx, wanted)
  if (resolved.length === 0) return []
  // One parameter, whatever the number of rows: a statement has 65,535 at most.
  const { rows } = await sql<{ path: string }>`
    insert into redirects (path, article_id, target, made_by)
    select path, article_id, target, ${made_by}::bigint
    from jsonb_to_recordset(${JSON.stringify(resolved)}) new (path text, article_id bigint, target text)
    on conflict (path) do nothing
    returning path`.execute(tx)
  const added = rows.map(({ path }) => path)
  await takeOver(tx, added)
  return added
}

/** The pages among old addresses that no story and no person of this site has: they are those of another Nightdesk. */
async function missingPages(tx: Tx, redirects: readonly NewRedirect[]): Promise<Set<string>> {
  const paths = redirects.flatMap(({ address }) => oldAddress(address) ?? [])
  const pages = paths.flatMap((path) => {
    const page = numberedPage(path)
    return page ? [{ path, ...page }] : []
  })
  if (pages.length === 0) return new Set()
  const { rows } = await sql<{ path: string }>`
    select path from jsonb_to_recordset(${JSON.stringify(pages)}) page (path text, kind text, id bigint)
    where not exists (
      select from articles where kind = 'post' and articles.id = page.id union all
      select from people where kind = 'author' and people.id = page.id union all
      select from merged_people where kind = 'author' and merged_people.id = page.id
    )`.execute(tx)
  return new Set(rows.map(({ path }) => path))
}

/** Makes those who change redirects wait for each other, as two changes at once could lead to each other. */
export async function lockRedirects(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('nightdesk redirects'))`.execute(tx)
}

/** Leads redirects to these paths to where the paths lead now, and forgets that the paths were not found. */
export async function takeOver(tx: Tx, paths: readonly string[]): Promise<void> {
  await sql`
    update redirects earlier set article_id = later.article_id, target = later.target
    from redirects later
    where later.path = any(${paths}) and split_part(earlier.target, '?', 1) = split_part(later.path, '?', 1)
      and (earlier.target = later.path or strpos(later.path, '?') = 0)`.execute(tx)
  await sql`delete from missing_addresses where path = any(${paths})`.execute(tx)
}

/** @returns undefined for what is no path of this site */
export function targetOf(redirect: NewTarget): Target | undefined {
  if ('article_id' in redirect) return { article_id: redirect.article_id, target: null }
  const local = redirectTarget(redirect.target)
  if (local === undefined) return undefined
  // One form of each, as it may be redirected later.
  const target = isNumberedAddress(local) ? oldAddress(local)! : local // numbered addresses have a canonical form
  const article_id = /^\/post\/([1-9]\d{0,9})$/.exec(target)?.[1]
  return article_id ? { article_id: Number(article_id), target: null } : { article_id: null, target }
}
