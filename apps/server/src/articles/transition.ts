import { publishVersion, repeatVersion, type Tx } from '@nightdesk/db'
import { sql } from 'kysely'
import { audit } from '../audit-log/write-line.ts'
import type { SignedInContext } from '../context.ts'
import { stateAfter, type Transition } from './policy.ts'
import { revokePreviews } from './previews/previews.ts'
import { lockArticle } from './read.ts'
import { unschedule } from './schedules/schedules.ts'

/**
 * Moves an article to another state, in the caller’s transaction. Publishing and unpublishing make a version; archiving,
 * deleting and restoring do not. Every transition ends the schedule.
 * @returns false when the article was in that state already
 */
export async function transition(
  tx: Tx,
  ctx: SignedInContext,
  id: number,
  name: Transition,
): Promise<boolean> {
  const { article, current } = await lockArticle(tx, ctx.session.user, id)
  const state = stateAfter(name, article.state)
  const hasNewerText = state === 'published' && article.published_version_id !== current.id
  if (state === article.state && !hasNewerText) return false
  await unschedule(tx, article)
  if (name === 'publish') await publishVersion(tx, article, current.id, ctx.session.user.id)
  else {
    await tx
      .updateTable('articles')
      .set({ state, published_version_id: null, date_deleted: state === 'deleted' ? sql`now()` : null })
      .where('id', '=', id)
      .execute()
  }
  if (name === 'unpublish')
    await repeatVersion(tx, article, {
      state,
      change_description: 'Unpublished',
      created_by: ctx.session.user.id,
    })
  if (name === 'delete') await revokePreviews(tx, id)
  await audit(tx, ctx, `article.${name}`, `article:${id}`)
  return true
}
