import { type notes as contract, notFound } from '@nightdesk/contracts'
import { sql } from 'kysely'
import { audit } from '../../audit-log/write-line.ts'
import type { Handlers } from '../../calls/handlers.ts'
import type { SignedInContext } from '../../context.ts'
import { commitAnswer } from '../../transactions/commit-answer.ts'
import { lockArticle, requireVisible } from '../read.ts'
import { leaveNote } from './leave-note.ts'

export const notes: Handlers<typeof contract> = {
  create: leaveNote,

  async list(ctx, { id }) {
    await requireVisible(ctx.db, ctx.session.user, id)
    return ctx.db
      .selectFrom('proof_notes as note')
      .leftJoin('users as resolver', 'resolver.id', 'note.resolved_by')
      .where('note.article_id', '=', id)
      .select(['note.id', 'note.name', 'note.text', 'note.quote', 'note.prefix', 'note.suffix'])
      .select(['note.suggestion', 'note.created_at', 'note.lost_at', 'note.resolved_at'])
      .select('resolver.full_name as resolved_by_name')
      .orderBy('note.id')
      .execute()
  },

  resolve: (ctx, note) => mark(ctx, note, true),

  reopen: (ctx, note) => mark(ctx, note, false),
}

/** Marks a note as resolved or open. A note that is so already stays as it is. */
function mark(ctx: SignedInContext, { id, note_id }: { id: number; note_id: number }, isResolved: boolean) {
  const { user } = ctx.session
  return commitAnswer(ctx, async (tx) => {
    await lockArticle(tx, user, id)
    const note = await tx
      .selectFrom('proof_notes')
      .where('article_id', '=', id)
      .where('id', '=', note_id)
      .select('resolved_at')
      .executeTakeFirst()
    if (!note) throw notFound('Note')
    if ((note.resolved_at !== null) === isResolved) return
    await tx
      .updateTable('proof_notes')
      .set(
        isResolved
          ? { resolved_at: sql`now()`, resolved_by: user.id }
          : { resolved_at: null, resolved_by: null },
      )
      .where('id', '=', note_id)
      .execute()
    await audit(tx, ctx, isResolved ? 'note.resolve' : 'note.reopen', `article:${id}`, { note_id })
  })
}
