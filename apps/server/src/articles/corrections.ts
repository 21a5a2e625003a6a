import { conflict, type corrections as contract, type NotedCorrection, notFound } from '@nightdesk/contracts'
import type { DbOrTx } from '@nightdesk/db'
import { audit } from '../audit/audit.ts'
import type { Handlers } from '../context.ts'
import { changeArticles } from './change.ts'
import { lockArticle, requireVisible } from './read.ts'
import { writerName } from './versions.ts'

const MOST = 100

export const corrections: Handlers<typeof contract> = {
  async list(ctx, { id }) {
    await requireVisible(ctx.db, ctx.session.user, id)
    return readNoted(ctx.db, id)
  },

  create: (ctx, { id, text }) =>
    changeArticles(ctx, [id], async (tx) => {
      const { article } = await lockArticle(tx, ctx.session.user, id)
      if (article.state !== 'published')
        throw conflict('Only a published article has corrections. Before, nobody has read it.')
      if ((await readNoted(tx, id)).length >= MOST)
        throw conflict(`An article can have at most ${MOST} corrections`)
      const values = { article_id: id, text, created_by: ctx.session.user.id }
      const made = await tx
        .insertInto('corrections')
        .values(values)
        .returning(['id', 'text', 'created_at'])
        .executeTakeFirstOrThrow()
      await audit(tx, ctx, 'correction.create', `article:${id}`, { correction_id: made.id, text })
      return { ...made, created_by_name: ctx.session.user.full_name }
    }),

  delete: (ctx, { id, correction_id }) =>
    changeArticles(ctx, [id], async (tx) => {
      await lockArticle(tx, ctx.session.user, id)
      const removed = await tx
        .deleteFrom('corrections')
        .where('article_id', '=', id)
        .where('id', '=', correction_id)
        .returning('text')
        .executeTakeFirstOrThrow(() => notFound('Correction'))
      await audit(tx, ctx, 'correction.delete', `article:${id}`, { correction_id, text: removed.text })
    }),
}

const readNoted = (db: DbOrTx, articleId: number): Promise<NotedCorrection[]> =>
  db
    .selectFrom('corrections')
    .leftJoin('users as writer', 'writer.id', 'created_by')
    .where('article_id', '=', articleId)
    .select(['corrections.id', 'corrections.text', 'corrections.created_at'])
    .select(writerName.as('created_by_name'))
    .orderBy('corrections.id')
    .execute()
