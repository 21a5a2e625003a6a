import { isSameVersion, publishVersion } from '@nightdesk/articles'
import { announceChange, articleTag, LISTS, type Tx, writeAudit } from '@nightdesk/db'
import { sql } from 'kysely'
import type { Task } from '../task.ts'

/** The article’s own job and this sweep may run in the same second. After this time, its job is late. */
const LATE_AFTER = sql<string>`now() - interval '10 seconds'`

/** Publishes an article if its time has come. The job of a schedule that has ended does nothing. */
export const publishScheduled: Task<'publish-scheduled'> = ({ finish, cdn, log }, { article_id }) =>
  finish(async (tx) => {
    if (await publishDue(tx, article_id, cdn !== null))
      log.info({ article_id }, 'A scheduled article was published')
  })

/** Publishes every article whose time has come. The schedule is the row; its job only makes it punctual. */
export const publishMissed: Task<'publish-missed'> = async ({ db, transaction, cdn, log }) => {
  const due = await db
    .selectFrom('articles')
    .where('scheduled_at', '<=', sql<string>`now()`)
    .orderBy('scheduled_at')
    .select(['id as article_id', sql<boolean>`scheduled_at < ${LATE_AFTER}`.as('is_late')])
    .execute()
  const failures: unknown[] = []
  for (const { article_id, is_late } of due) {
    const publishing = transaction((tx) => publishDue(tx, article_id, cdn !== null))
    // One that cannot be published holds back no other.
    const isPublished = await publishing.catch((error: unknown) => {
      log.error({ err: error, article_id }, 'A scheduled article could not be published')
      failures.push(error)
    })
    if (!isPublished) continue
    if (is_late) log.warn({ article_id }, 'A scheduled article was published late, and not by its job')
    else log.info({ article_id }, 'A scheduled article was published')
  }
  if (failures.length > 0)
    throw new Error('Scheduled articles could not be published', { cause: failures[0] })
}

/** Locks the article like every writer, so that it is published once. @returns whether it was published now */
async function publishDue(tx: Tx, id: number, has_cdn: boolean): Promise<boolean> {
  const article = await tx
    .selectFrom('articles')
    .where('id', '=', id)
    .where('scheduled_at', '<=', sql<string>`now()`)
    .select(['id', 'state', 'author_id', 'current_version_id'])
    .select(['scheduled_version_id', 'scheduled_by', 'scheduled_at'])
    .forUpdate()
    .executeTakeFirst()
  if (!article?.current_version_id) return false
  const { current_version_id: newest, scheduled_version_id: frozen, scheduled_by, scheduled_at } = article
  // One with the text of the newest is that, so that no text seems to be left unpublished.
  const isNewest = frozen === null || (await isSameVersion(tx, article, frozen, newest))
  await publishVersion(tx, article, isNewest ? newest : frozen, scheduled_by)
  await writeAudit(tx, {
    actor_id: scheduled_by,
    action: 'article.publish',
    target: `article:${id}`,
    detail: { by: 'schedule', scheduled_at },
  })
  await announceChange(tx, { tags: [LISTS, articleTag(id)], has_cdn })
  return true
}
