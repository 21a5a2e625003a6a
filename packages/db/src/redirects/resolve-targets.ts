import { oldAddress } from '@nightdesk/contracts'
import type { Tx } from '../client.ts'

/** Where a redirect leads: an article or a path. */
export type Target = { article_id: number; target: null } | { article_id: null; target: string }

/** Follows new redirects to their ends, through each other and those that exist. Those in a circle are left out. */
export async function resolveTargets(
  tx: Tx,
  wanted: ReadonlyMap<string, Target>,
): Promise<(Target & { path: string })[]> {
  const existing = await readExisting(tx, [...wanted.values()].flatMap(pathOf))
  const next = (path: string) => wanted.get(path) ?? existing.get(path)
  const ends = [...wanted].flatMap(([path, target]) => {
    const end = follow(path, target, next)
    return end ? [{ path, ...end }] : []
  })
  const articles = await readArticles(tx, ends)
  return ends.filter(({ article_id }) => article_id === null || articles.has(article_id))
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
export const pathOf = ({ target }: Target): string[] =>
  [target === null ? undefined : oldAddress(target)].filter((path) => path !== undefined)

/** None of these leads to another one of the database. */
async function readExisting(tx: Tx, paths: readonly string[]): Promise<Map<string, Target>> {
  const rows = await tx
    .selectFrom('redirects')
    .where(({ eb, fn, val }) => eb('path', '=', fn.any(val(paths))))
    .select(['path', 'article_id', 'target'])
    .execute()
  // A check of the table: one of the two is null.
  return new Map(rows.map(({ path, ...target }) => [path, target as Target]))
}

async function readArticles(tx: Tx, targets: readonly Target[]): Promise<Set<number>> {
  const ids = targets.flatMap(({ article_id }) => (article_id === null ? [] : [article_id]))
  const rows = await tx
    .selectFrom('articles')
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .select('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
