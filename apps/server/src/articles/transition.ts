import { publishVersion, repeatVersion, type Tx } from '@nightdesk/db'
import { sql } from 'kysely'
import { audit } from '../audit-log/write-line.ts'
import type { SignedInContext } from '../context.ts'
import { stateAfter, type Transition } from './policy.ts'
import { revokePreviews } from './previews/previews.ts'
import { lockArticle } from './read.ts'
import { unschedule } from './schedules/schedules.ts'

/**
 * Takes an article from one state to another, in a transaction of the caller’s. Publishing and unpublishing make a
 * version; putting away and bringing back do not. Whatever the move, a schedule ends with it.
 */
export async function transition(tx: Tx, ctx: SignedInContext, id: number, name: Transition): Promise<void> {
  const { article, current } = await lockArticle(tx, ctx.session.user, id)
  const state = stateAfter(name, article.state)
  const hasNewerText = state === 'published' && article.published_version_id !== current.id
  if (state === article.state && !hasNewerText) return
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
}
