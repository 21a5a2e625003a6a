import { EXPORT_HOURS } from '@nightdesk/contracts'
import {
  abandonedPurges,
  completePurges,
  countClosedVisitors,
  type Db,
  EVERYTHING,
  FAMILIAR_DAYS,
  FAMILIAR_DEVICE_DAYS,
  inSnapshot,
  purgeAudit,
  rebuildViews,
  STALE_AFTER,
  summarise,
  verifyAudit,
  writeAudit,
} from '@nightdesk/db'
import { sql } from 'kysely'
import type { JobContext, Task } from '../task.ts'

/**
 * Deletes rows without effect, the runs of jobs and failed jobs after a week, notes of readers that were resolved a month ago
 * and whose link has ended, and files of exports after a day.
 */
export const purgeExpired: Task<'purge-expired'> = async (ctx) => {
  const { db } = ctx
  const yesterday = daysAgo(1)
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<', yesterday), eb('revoked_at', '<', yesterday)]))
    .execute()
  for (const table of ['one_time_tokens', 'previews', 'spent_attempts'] as const)
    await db.deleteFrom(table).where('expires_at', '<', yesterday).execute()
  await db.deleteFrom('image_copies').where('created_at', '<', yesterday).execute()
  await db.deleteFrom('rate_limits').where('window_start', '<', yesterday).execute()
  await db.deleteFrom('familiar_networks').where('last_signed_in', '<', daysAgo(FAMILIAR_DAYS)).execute()
  await db
    .deleteFrom('familiar_devices')
    .where('last_signed_in', '<', daysAgo(FAMILIAR_DEVICE_DAYS))
    .execute()
  await db
    .deleteFrom('proof_notes')
    .where('preview_id', 'is', null)
    .where('resolved_at', '<', daysAgo(30))
    .execute()
  await db.deleteFrom('policy_reports').where('day', '<', sql<string>`current_date - 30`).execute()
  await db.deleteFrom('job_runs').where('finished_at', '<', daysAgo(7)).execute()
  await sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and updated_at < ${daysAgo(7)}
    having count(*) > 0`.execute(db)
  // Last, as the storage may be unavailable.
  await purgeExports(ctx)
}

const daysAgo = (days: number) => sql<string>`now() - make_interval(days => ${days}::int)`

/** Time for downloads that began just before. */
const EXPORT_DELETED_AFTER_MS = (EXPORT_HOURS + 1) * 60 * 60 * 1000

/**
 * Deletes files of exports that have expired, and the rows of those of 30 days ago. The age of a file is enough: one that a
 * killed worker has left has no row, and those of another site in the same bucket expire as early.
 */
async function purgeExports({ db, export_files: files }: JobContext): Promise<void> {
  await db.deleteFrom('exports').where('created_at', '<', daysAgo(30)).execute()
  const limit = Date.now() - EXPORT_DELETED_AFTER_MS
  for await (const { key, stored_at } of files.list()) {
    if (Date.parse(stored_at) < limit) await files.delete(key)
  }
}

/** Screens promise this to a person who deletes an article. */
const RESTORABLE_DAYS = 30

/**
 * Deletes articles that have been in the trash for 30 days, with all their versions. No figure changes: the ledger of views
 * counts by their ids, which are never used again. `reconcile-storage` deletes their images.
 */
export const purgeTrash: Task<'purge-trash'> = async ({ finish, log }) => {
  const purged = await finish(async (tx) => {
    const articles = await tx
      .deleteFrom('articles')
      .where('date_deleted', '<', daysAgo(RESTORABLE_DAYS))
      .returning('id')
      .execute()
    for (const { id } of articles)
      await writeAudit(tx, { action: 'article.purge', target: `article:${id}`, detail: { by: 'system' } })
    return articles.map(({ id }) => id)
  })
  if (purged.length > 0) log.info({ articles: purged }, 'Articles were purged from the trash')
}

/**
 * Deletes lines of the audit log past their retention, and checks its chain. The end of the chain is written to the log of
 * the process, which is stored elsewhere: `nightdesk audit verify --expect` compares it later.
 */
export const keepAudit: Task<'audit-log'> = async ({ db, settings, log }) => {
  const months = settings.AUDIT_RETENTION_MONTHS
  const deleted = months === 0 ? 0 : await purgeAudit(db, months)
  const { problem, ...report } = await verifyAudit(db)
  if (problem) throw new Error(`The audit log is not as it was written. ${problem}`)
  log.info({ ...report, deleted }, 'Audit log verified')
}

/** Marks workers without heartbeats as stopped, and deletes those without one for a day. */
export const checkWorkers: Task<'worker-health'> = async ({ db, log }) => {
  const gone = await db
    .updateTable('workers')
    .set({ status: 'stopped' })
    .where('status', '=', 'running')
    .where('last_heartbeat', '<', sql<string>`now() - make_interval(secs => ${STALE_AFTER})`)
    .returning('name')
    .execute()
  for (const { name } of gone) log.warn({ worker: name }, 'A worker stopped without saying so')
  await db.deleteFrom('workers').where('last_heartbeat', '<', daysAgo(1)).execute()
}

/** Compares the counts of a day with its raw events, and corrects them. Without a day, the last two. */
export const rebuildDay: Task<'rebuild-views'> = async ({ db, settings, log }, { day }) => {
  const range = day ? { first_day: day, last_day: day } : await lastDays(db, settings.SITE_TIMEZONE)
  const { differences, ...recount } = await rebuildViews(db, range)
  if (Object.keys(differences).length === 0) log.info(recount, 'The views of a day equal a recount')
  else log.warn({ ...recount, differences }, 'The counts of a day were wrong and were rebuilt')
}

/** Two, as a change of the clocks can bring the hour of this job from before midnight to after it. */
async function lastDays(db: Db, zone: string) {
  const { rows } = await sql<{ first_day: string; last_day: string }>`
    select today - 2 as first_day, today - 1 as last_day
    from (select (now() at time zone ${zone})::date as today) now`.execute(db)
  return rows[0]! // a select without from has one row
}

/**
 * Computes the analytics summary in one snapshot, and replaces the one before. Also counts the windows before the periods, so
 * that no screen waits for them.
 */
export const summariseAnalytics: Task<'analytics-summary'> = async ({ db, settings, log, finish }) => {
  await countClosedVisitors(db, settings.SITE_TIMEZONE)
  const summary = await inSnapshot(db, (tx) => summarise(tx, settings.SITE_TIMEZONE))
  const id = await finish(async (tx) => {
    const row = await tx
      .insertInto('analytics_summaries')
      .values({ data: JSON.stringify(summary), generated_at: summary.generated_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.deleteFrom('analytics_summaries').where('id', '<', row.id).execute()
    return row.id
  })
  log.info({ summary: id }, 'Analytics summary made')
}

/** Repeating a purge does no harm. After purges that failed for good, everything is purged. */
export const purgeCdn: Task<'purge-cdn'> = async ({ db, cdn, finish, log }, tags) => {
  if (!cdn) throw new Error('This worker has no CDN_PURGE_URL, but a server has')
  const abandoned = await abandonedPurges(db)
  await cdn(abandoned.length > 0 ? [EVERYTHING] : tags)
  await finish((tx) => completePurges(tx, abandoned))
  log.info({ tags: tags.length, abandoned: abandoned.length }, 'The CDN was purged')
}
