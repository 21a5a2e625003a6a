import { type AdminArticle, type schedules as contract, invalid } from '@nightdesk/contracts'
import { addJob, type Database, removeJob, type Tx } from '@nightdesk/db'
import { type Selectable, sql } from 'kysely'
import { audit } from '../audit/audit.ts'
import { commitAnswer } from '../change.ts'
import type { Handlers, SignedInContext } from '../context.ts'
import { lockArticle, readArticle, requireSchedulable } from './read.ts'

export const schedules: Handlers<typeof contract> = {
  set: (ctx, { id, publish_at, version_number }) =>
    changeSchedule(ctx, id, async (tx) => {
      const { article } = await lockArticle(tx, ctx.session.user, id)
      requireSchedulable(article)
      if (!(await isAhead(tx, publish_at))) throw invalid('publish_at', 'Choose a time that is still to come')
      await schedule(tx, ctx, id, { publish_at, version_number })
    }),

  cancel: (ctx, { id }) =>
    changeSchedule(ctx, id, async (tx) => {
      const { article } = await lockArticle(tx, ctx.session.user, id)
      if (await unschedule(tx, article)) await audit(tx, ctx, 'article.unschedule', `article:${id}`)
    }),
}

/** No page shows a schedule, so no cached page has to be dropped. */
const changeSchedule = (
  ctx: SignedInContext,
  id: number,
  change: (tx: Tx) => Promise<void>,
): Promise<AdminArticle> =>
  commitAnswer(ctx, async (tx) => {
    await change(tx)
    return readArticle(tx, ctx.session.user, id)
  })

export interface Schedule {
  publish_at: string
  /** Absent: the newest version at that time. */
  version_number?: number
}

/** Schedules a locked draft again as it was before another state ended its schedule, unless that time has passed. */
export async function scheduleAgain(tx: Tx, ctx: SignedInContext, id: number, before: Schedule) {
  if (await isAhead(tx, before.publish_at)) await schedule(tx, ctx, id, before)
}

async function schedule(
  tx: Tx,
  ctx: SignedInContext,
  id: number,
  { publish_at, version_number }: Schedule,
): Promise<void> {
  await tx
    .updateTable('articles')
    .set({
      scheduled_at: publish_at,
      scheduled_version_id: version_number === undefined ? null : await findVersion(tx, id, version_number),
      scheduled_by: ctx.session.user.id,
    })
    .where('id', '=', id)
    .execute()
  await addJob(tx, 'publish-scheduled', { article_id: id }, { key: jobKey(id), run_at: publish_at })
  await audit(tx, ctx, 'article.schedule', `article:${id}`, { publish_at, version_number })
}

/** Ends the schedule of a locked article. @returns whether it had one */
export async function unschedule(
  tx: Tx,
  { id, scheduled_at }: Pick<Selectable<Database['articles']>, 'id' | 'scheduled_at'>,
): Promise<boolean> {
  if (scheduled_at === null) return false
  await tx
    .updateTable('articles')
    .set({ scheduled_at: null, scheduled_version_id: null, scheduled_by: null })
    .where('id', '=', id)
    .execute()
  await removeJob(tx, jobKey(id))
  return true
}

/** One article has one schedule, so it has one job. */
const jobKey = (articleId: number) => `publish-article:${articleId}`

/** By the database’s clock, like the job and every other server. */
async function isAhead(tx: Tx, publishAt: string): Promise<boolean> {
  const { rows } = await sql<{ is_ahead: boolean }>`
    select ${publishAt}::timestamptz > now() as is_ahead`.execute(tx)
  return rows[0]?.is_ahead === true
}

/** @throws VALIDATION_FAILED when there is no such version */
export async function findVersion(tx: Tx, articleId: number, versionNumber: number): Promise<number> {
  const version = await tx
    .selectFrom('article_versions')
    .where('article_id', '=', articleId)
    .where('version_number', '=', versionNumber)
    .select('id')
    .executeTakeFirst()
  if (!version) throw invalid('version_number', 'This article has no such version')
  return version.id
}
