import { appendVersion, publishVersion } from '@nightdesk/articles'
import type { Tx } from '@nightdesk/db'
import { sql } from 'kysely'
import { audit } from '../audit-log/write-line.ts'
import type { SignedInContext } from '../context.ts'
import { stateAfter, type Transition } from './policy.ts'
import { revokePreviews } from './previews/previews.ts'
import { lockArticle } from './read.ts'
import { hasSameText, requireSameText } from './same-text.ts'
import { findVersion, type Schedule, scheduleAgain, unschedule } from './schedules/schedules.ts'

export interface TransitionOptions {
  /** The version that the caller saw. */
  base_version?: number
  /** The version to publish; absent for the newest. */
  version_number?: number
  /** For an article that becomes a draft again. */
  schedule?: Schedule
}

/**
 * Moves an article to another state, in the caller’s transaction. Publishing and unpublishing make a version; archiving,
 * deleting and restoring do not. Every transition ends the schedule.
 * @returns false when the article was in that state already
 * @throws CONFLICT when the transition is not possible, or the text is not that of the base version
 */
export async function transition(
  tx: Tx,
  ctx: SignedInContext,
  id: number,
  name: Transition,
  { base_version, version_number, schedule }: TransitionOptions = {},
): Promise<boolean> {
  const { article, current } = await lockArticle(tx, ctx.session.user, id)
  const state = stateAfter(name, article.state)
  if (base_version !== undefined) await requireSameText(tx, article, base_version, current)
  const published = name === 'publish' && (await findVersionToPublish(tx, article, current, version_number))
  if (state === article.state && (!published || published === article.published_version_id)) return false
  await unschedule(tx, article)
  const created_by = ctx.session.user.id
  if (published) await publishVersion(tx, article, published, created_by)
  else if (name === 'unpublish')
    await appendVersion(tx, article, { change_description: 'Unpublished', created_by }, { state })
  else {
    await tx
      .updateTable('articles')
      .set({ state, published_version_id: null, date_deleted: state === 'deleted' ? sql`now()` : null })
      .where('id', '=', id)
      .execute()
  }
  if (name === 'delete') await revokePreviews(tx, id)
  await audit(tx, ctx, `article.${name}`, `article:${id}`, published ? { version_number } : {})
  if (schedule && state === 'draft') await scheduleAgain(tx, ctx, id, schedule)
  return true
}

type Locked = Awaited<ReturnType<typeof lockArticle>>

/** The version to publish. One with the text of the newest is that, so that no text seems to be left unpublished. */
async function findVersionToPublish(
  tx: Tx,
  article: Locked['article'],
  current: Locked['current'],
  version_number = current.version_number,
): Promise<number> {
  if (await hasSameText(tx, article, version_number, current)) return current.id
  return findVersion(tx, article.id, version_number)
}
