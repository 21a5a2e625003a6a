import { articlePath, type Input, notFound, type Redirect, type redirects } from '@nightdesk/contracts'
import type { Db, DbOrTx } from '@nightdesk/db'
import { sql } from 'kysely'

type Search = Input<(typeof redirects)['list']>

const PAGE_SIZE = 50

export async function listRedirects(db: Db, { q, page = 1, limit = PAGE_SIZE }: Search) {
  const matching = selectMatching(db, q)
  const [{ count }, rows] = await Promise.all([
    matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    withNames(matching)
      .orderBy('redirects.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
  ])
  return { redirects: rows.map(toRedirect), count }
}

/** @throws AppError when there is none */
export async function readRedirect(db: DbOrTx, by: { id: number } | { path: string }): Promise<Redirect> {
  const row = await withNames(selectMatching(db, undefined))
    .$if('id' in by, (query) => query.where('redirects.id', '=', 'id' in by ? by.id : 0))
    .$if('path' in by, (query) => query.where('path', '=', 'path' in by ? by.path : ''))
    .executeTakeFirst()
  if (!row) throw notFound('Redirect')
  return toRedirect(row)
}

export const exportRedirects = (db: Db) =>
  db
    .selectFrom('redirects')
    .select('path')
    .select(sql<string>`coalesce(target, '/post/' || article_id)`.as('target'))
    .orderBy('path')
    .execute()

function selectMatching(db: DbOrTx, q: string | undefined) {
  const pattern = patternOf(q ?? '')
  return db
    .selectFrom('redirects')
    .leftJoin('articles', 'articles.id', 'article_id')
    .leftJoin('article_versions as version', 'version.id', 'current_version_id')
    .$if(q !== undefined, (query) =>
      query.where(({ eb, or }) =>
        or([hasPath(q ?? ''), eb('target', 'ilike', pattern), eb('title', 'ilike', pattern)]),
      ),
    )
}

const withNames = (query: ReturnType<typeof selectMatching>) =>
  query
    .leftJoin('users', 'users.id', 'made_by')
    .select(['redirects.id', 'path', 'redirects.article_id', 'target', 'redirects.created_at'])
    .select(['title', 'articles.state', 'full_name as made_by_name'])

const patternOf = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&')}%`

/** Whether a path contains what is searched, as it is stored or as screens show it: `café` finds `/caf%C3%A9`. */
export const hasPath = (words: string) =>
  sql<boolean>`path ilike any (${[patternOf(words), patternOf(encodeURI(words))]}::text[])`

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]

function toRedirect({ article_id, title, state, target, ...redirect }: Row): Redirect {
  const article = article_id && state ? { id: article_id, title: title ?? '', state } : null
  return { ...redirect, article, target: target ?? articlePath(article_id ?? 0) }
}
