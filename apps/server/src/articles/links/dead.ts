import type { DeadLinks } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import { type SqlBool, sql } from 'kysely'
import type { CurrentUser } from '../../context.ts'

/** Of a row of `link_checks`. Checks that fail on one day only may be the fault of a site that is down, or ours. */
export const IS_DEAD = sql<SqlBool>`checked_at >= failed_since + interval '20 hours'`

/** Whether the newest or the published text of an article has a dead link. */
export const HAS_DEAD_LINKS = sql<SqlBool>`exists (
  select from article_links join link_checks using (url) where article_id = articles.id and ${IS_DEAD}
)`

/** How many dead links published articles have, of those that this person may see. */
export const countDeadLinks = (db: Db, user: CurrentUser): Promise<DeadLinks> =>
  db
    .selectFrom('article_links')
    .innerJoin('link_checks', 'link_checks.url', 'article_links.url')
    .innerJoin('articles', 'articles.id', 'article_links.article_id')
    .where('articles.state', '=', 'published')
    .where(IS_DEAD)
    .$if(user.role === 'author', (query) => query.where('articles.author_id', '=', user.id))
    .select(({ fn }) => [
      fn.countAll<number>().as('links'),
      fn.count<number>('articles.id').distinct().as('articles'),
    ])
    .executeTakeFirstOrThrow()
