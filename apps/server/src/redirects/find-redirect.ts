import { articlePath, oldAddress } from '@nightdesk/contracts'
import { type Db, LISTS, REDIRECTS } from '@nightdesk/db'
import { LRUCache } from 'lru-cache'
import type { PageStore } from '../page-store/page-store.ts'
import { formsOf, partOf } from './old-forms.ts'
import { type PathSet, readPathSet } from './path-set.ts'

/** Finds where an address that has no page is redirected to; null when it is not. */
export type FindRedirect = (address: string) => Promise<string | null>

/** Addresses whose target is in memory. */
const MAX_FOUND = 10_000

/**
 * Addresses that are not redirected, which are nearly all, cost no query: {@link readPathSet}. Those that are cost one until a
 * redirect or an article changes.
 */
export function createFindRedirect(db: Db, pages: Pick<PageStore, 'value'>): FindRedirect {
  let last: PathSet | undefined
  const paths = pages.value([REDIRECTS], async () => {
    last = await readPathSet(db)
    return last
  })
  // While the database is down, an unknown address stays unknown.
  const knownPaths = () => paths().catch((error: unknown) => last ?? Promise.reject(error))
  // Publishing a story changes where a redirect to it leads.
  const targets = pages.value(
    [REDIRECTS, LISTS],
    async () => new LRUCache<string, Answer>({ max: MAX_FOUND }),
  )

  async function read(path: string): Promise<string | null> {
    const known = await targets()
    const found = known.get(path)
    if (found) return found.target
    const answer = { target: await readTarget(db, path) }
    known.set(path, answer)
    return answer.target
  }

  return async (address) => {
    const path = oldAddress(address)
    if (path === undefined) return null
    const redirected = await knownPaths()
    for (const form of formsOf(path)) {
      const target = redirected.has(form.path) ? await read(form.path) : null
      const end = target === null ? null : partOf(target, form.part)
      // Also for another form of a path, such as `/a/feed`, and for rows of earlier releases.
      if (end !== null && oldAddress(end) !== path) return end
    }
    return null
  }
}

interface Answer {
  /** Null for a redirect to a story that is not published, which is not found as the story is. */
  target: string | null
}

async function readTarget(db: Db, path: string): Promise<string | null> {
  const row = await db
    .selectFrom('redirects')
    .leftJoin('articles', 'articles.id', 'article_id')
    .where('path', '=', path)
    .select(['article_id', 'target', 'articles.state'])
    .executeTakeFirst()
  if (row?.article_id && row.state === 'published') return articlePath(row.article_id)
  return row?.target ?? null
}
