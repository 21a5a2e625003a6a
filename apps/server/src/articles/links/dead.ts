import { type SqlBool, sql } from 'kysely'

/** Of a row of `link_checks`. Checks that fail on one day only may be the fault of a site that is down, or ours. */
export const IS_DEAD = sql<SqlBool>`checked_at >= failed_since + interval '20 hours'`

/** Whether the newest or the published text of an article has a dead link. */
export const HAS_DEAD_LINKS = sql<SqlBool>`exists (
  select from article_links join link_checks using (url) where article_id = articles.id and ${IS_DEAD}
)`
