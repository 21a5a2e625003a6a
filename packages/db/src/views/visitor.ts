import { randomBytes } from 'node:crypto'
import { MOST_OWN_VIEWS } from '@nightdesk/contracts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../client.ts'

interface VisitorView {
  viewed_at: string
  /** The title that readers see; null for an article that is not public. */
  title: string | null
  /** An origin. */
  referrer: string | null
  user_agent_family: string
  device: string
}

/** What the ledger holds about one visitor. @param hash the hash that a server makes of the browser’s identifier */
export async function readVisitor(db: Db, hash: Buffer) {
  const [visits, views, opened] = await Promise.all([
    readVisits(db, hash),
    readViews(db, hash),
    readOpened(db, hash),
  ])
  return { visits, views, opened }
}

/** Null for a visitor who was never counted, or was forgotten. */
async function readVisits(db: Db, hash: Buffer) {
  const { rows } = await sql<{ first_day: string; last_day: string; days: number }>`
    select first_day, last_day, days from visitors where visitor_hash = visitor_hash_of(${hash})`.execute(db)
  return rows[0] ?? null
}

/** Views of days that have not aged, the last one first. Only the days on which the visitor came are searched. */
async function readViews(db: Db, hash: Buffer): Promise<VisitorView[]> {
  const { rows } = await sql<VisitorView>`
    select viewed_at, version.title, referrer, user_agent_family, device
    from views
    left join articles on articles.id = views.article_id and articles.state = 'published'
    left join article_versions version on version.id = articles.published_version_id
    where day = any (${daysOf(sql`visitor_hash_of(${hash})`)})
      and visitor_hash = visitor_hash_of(${hash})
    order by views.id desc limit ${MOST_OWN_VIEWS}`.execute(db)
  return rows
}

/** The days on which a visitor came, as an array. Only days that have not aged know the visitor. */
const daysOf = (visitor_hash: RawBuilder<unknown>) => sql`array(
  select day from visitor_days
  where visitor_hash = ${visitor_hash} and day = any (array(select day from site_days where day >= aged_until()))
)`

/** Titles of published articles that the visitor has opened, at any time. */
async function readOpened(db: Db, hash: Buffer): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select version.title
    from articles
    join article_versions version on version.id = articles.published_version_id
    where articles.state = 'published' and exists (
      select from article_visitors reader
      where reader.article_id = articles.id and reader.reader_hash = reader_hash_of(${hash}, articles.id)
      -- Looked up for each article: Postgres would read all that is known of all readers.
      offset 0
    ) order by version.title`.execute(db)
  return rows.map(({ title }) => title)
}

/**
 * Gives everything that is counted about a visitor a name made of random bytes, which are forgotten when this ends. No
 * figure changes, every day can still be recounted, and nothing leads from the browser’s identifier to a row.
 */
export async function forgetVisitor(db: Db, hash: Buffer): Promise<void> {
  const other = randomBytes(16)
  const [old, anonymous] = [sql`visitor_hash_of(${hash})`, sql`visitor_hash_of(${other})`]
  await db.transaction().execute(async (tx) => {
    // Neither a view of this visitor is recorded meanwhile, nor does a day age.
    await sql`select lock_ageing(), lock_views()`.execute(tx)
    await sql`
      update views set visitor_hash = ${anonymous}, reader_hash = reader_hash_of(${other}, article_id)
      where day = any (${daysOf(old)}) and visitor_hash = ${old}`.execute(tx)
    await sql`
      update visitor_days set visitor_hash = ${anonymous}
      where day = any (${daysOf(old)}) and visitor_hash = ${old}`.execute(tx)
    for (const table of ['visitors', 'aged_visitors'] as const)
      await sql`update ${sql.table(table)} set visitor_hash = ${anonymous} where visitor_hash = ${old}`.execute(
        tx,
      )
    await sql`
      update article_visitors reader set reader_hash = reader_hash_of(${other}, reader.article_id)
      from view_totals
      where reader.article_id = view_totals.article_id
        and reader.reader_hash = reader_hash_of(${hash}, view_totals.article_id)`.execute(tx)
  })
}
