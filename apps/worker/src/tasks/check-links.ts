import { setTimeout } from 'node:timers/promises'
import { findDueLinks, MOST_CHECKED } from '@nightdesk/articles'
import type { Tx } from '@nightdesk/db'
import { sql } from 'kysely'
import type { LinkResult } from '../download/check-link.ts'
import type { JobContext, Task } from '../task.ts'

/** Hosts that are asked at once. */
const AT_ONCE = 4
/** Milliseconds between two requests to one host. */
const PAUSE = 1_000
/** Sites that answered before and are asked again when none has answered in a run. */
const ASKED_AGAIN = 3
/** Milliseconds after which no further link is begun. */
const LONGEST = 60_000

/**
 * Checks the links of one article, or those of published articles that were not checked for a week. A link that failed for
 * the first time is checked again the next day. Each result is stored at once, so a run that was killed continues.
 */
export const checkLinks: Task<'check-links'> = async (ctx, { article_id, user_id }) => {
  const due = article_id ? await findDueLinks(ctx.db, { article_id, user_id }) : await findDue(ctx)
  const hosts = [...Map.groupBy(due, (url) => URL.parse(url)?.host).values()]
  const run: Run = { end: Date.now() + LONGEST, hasAnswer: false, unanswered: [] }
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (let urls = hosts.shift(); urls; urls = hosts.shift()) await checkHost(ctx, urls, run)
  })
  // All of them end before the run does, also when one fails.
  const failed = (await Promise.allSettled(lanes)).find((lane) => lane.status === 'rejected')
  if (failed) throw failed.reason
  const isOnline = run.hasAnswer || run.unanswered.length === 0 || (await hasNetwork(ctx))
  await ctx.finish(async (tx) => {
    if (!isOnline) await restartFailures(tx, run.unanswered)
    await forgetUnlinked(tx)
  })
}

interface Run {
  /** By `Date.now()`, when no further link is begun. */
  end: number
  /** Whether a site has answered. */
  hasAnswer: boolean
  /** Links that failed without an answer. */
  unanswered: string[]
}

async function checkHost(ctx: JobContext, urls: readonly string[], run: Run): Promise<void> {
  for (const [index, url] of urls.entries()) {
    if (Date.now() > run.end) return
    // The next worker goes on with the rest.
    ctx.stopping.throwIfAborted()
    if (index > 0) await setTimeout(PAUSE)
    const result = await ctx.checkLink(url)
    if (result.status !== null) run.hasAnswer = true
    else if (result.outcome === 'failed') run.unanswered.push(url)
    await ctx.transaction((tx) => record(tx, url, result))
  }
}

/** Whether one of the sites that answered last answers now. */
async function hasNetwork({ db, checkLink }: JobContext): Promise<boolean> {
  const known = await db
    .selectFrom('link_checks')
    .where('status', 'is not', null)
    .orderBy('checked_at', 'desc')
    .select('url')
    .limit(ASKED_AGAIN)
    .execute()
  const results = await Promise.all(known.map(({ url }) => checkLink(url)))
  return results.some(({ status }) => status !== null)
}

/** Counts the days of failures anew: while our own network is down, they say nothing about links. */
const restartFailures = (tx: Tx, urls: readonly string[]) =>
  tx
    .updateTable('link_checks')
    .set({ failed_since: sql`checked_at` })
    .where('url', 'in', urls)
    .where('outcome', '=', 'failed')
    .execute()

async function findDue({ db }: JobContext): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    select url from article_links
      join articles on articles.id = article_id and state = 'published'
      left join link_checks using (url)
    where checked_at is null
      or checked_at < now() - interval '7 days'
      or checked_at = failed_since and checked_at < now() - interval '20 hours'
    group by url, checked_at
    order by checked_at nulls first
    limit ${MOST_CHECKED}`.execute(db)
  return rows.map(({ url }) => url)
}

async function record(tx: Tx, url: string, { outcome, status, location }: LinkResult): Promise<void> {
  const hasFailed = outcome === 'failed'
  await sql`
    insert into link_checks (url, outcome, status, location, checked_at, failed_since)
    values (${url}, ${outcome}, ${status}, ${location}, now(), case when ${hasFailed}::boolean then now() end)
    on conflict (url) do update set
      outcome = excluded.outcome,
      status = excluded.status,
      location = excluded.location,
      checked_at = excluded.checked_at,
      failed_since = case when ${hasFailed}::boolean then coalesce(link_checks.failed_since, now()) end`.execute(
    tx,
  )
}

/** Deletes the results of links that no article has had for a while. */
const forgetUnlinked = (tx: Tx) =>
  sql`
    delete from link_checks
    where checked_at < now() - interval '30 days'
      and not exists (select from article_links where article_links.url = link_checks.url)`.execute(tx)
