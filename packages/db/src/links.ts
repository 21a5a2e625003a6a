import { sql } from 'kysely'
import type { DbOrTx } from './client.ts'

/** Links of one run of the job that checks them. The next run takes those that were never checked, then the oldest. */
export const MOST_CHECKED = 200

interface LinkedText {
  article_id: number
  /** Includes what this person has not saved yet. */
  user_id?: number | undefined
}

/** The addresses on the web that an article links to, without those that were checked within the last minute. */
export async function findDueLinks(db: DbOrTx, { article_id, user_id }: LinkedText): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    with linked as (
      select url from article_links where article_id = ${article_id}
      union
      select url from working_copies, web_links(content) url
      where article_id = ${article_id} and user_id = ${user_id ?? null}
    )
    select url from linked left join link_checks using (url)
    where checked_at is null or checked_at < now() - interval '1 minute'
    order by checked_at nulls first
    limit ${MOST_CHECKED}`.execute(db)
  return rows.map(({ url }) => url)
}
