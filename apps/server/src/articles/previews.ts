import { createHash, randomBytes } from 'node:crypto'
import {
  conflict,
  type previews as contract,
  notFound,
  PREVIEW_HOURS,
  previewPath,
} from '@nightdesk/contracts'
import type { DbOrTx } from '@nightdesk/db'
import { type SqlBool, sql } from 'kysely'
import { audit } from '../audit/audit.ts'
import { change } from '../change.ts'
import type { Handlers } from '../context.ts'
import { lockArticle, requireVisible } from './read.ts'

export const previews: Handlers<typeof contract> = {
  async list(ctx, { id }) {
    await requireVisible(ctx.db, ctx.session.user, id)
    return selectShown(ctx.db, id).orderBy('previews.id', 'desc').execute()
  },

  create: (ctx, { id, hours = PREVIEW_HOURS.default, with_unsaved = false }) =>
    change(ctx, async (tx) => {
      const { article } = await lockArticle(tx, ctx.session.user, id)
      if (article.state === 'deleted') throw conflict('This article is in the trash. Restore it to show it.')
      const token = randomBytes(32).toString('base64url')
      const { id: previewId } = await tx
        .insertInto('previews')
        .values({
          article_id: id,
          token_hash: hashOf(token),
          created_by: ctx.session.user.id,
          with_unsaved,
          expires_at: sql`now() + make_interval(hours => ${hours})`,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const made = await selectShown(tx, id).where('previews.id', '=', previewId).executeTakeFirstOrThrow()
      await audit(tx, ctx, 'preview.create', `article:${id}`, { preview_id: previewId, hours, with_unsaved })
      return { ...made, url: `${ctx.site.url}${previewPath(token)}` }
    }),

  revoke: (ctx, { id, preview_id }) =>
    change(ctx, async (tx) => {
      await lockArticle(tx, ctx.session.user, id)
      await tx
        .deleteFrom('previews')
        .where('article_id', '=', id)
        .where('id', '=', preview_id)
        .returning('id')
        .executeTakeFirstOrThrow(() => notFound('Preview'))
      await audit(tx, ctx, 'preview.revoke', `article:${id}`, { preview_id })
    }),
}

/** The link with this token, while it shows its article. */
export const selectLink = (db: DbOrTx, token: string) =>
  selectLive(db)
    .where('previews.token_hash', '=', hashOf(token))
    .select(['previews.id as preview_id', 'previews.article_id'])
    .select(['previews.expires_at', 'previews.with_unsaved', 'previews.created_by'])

/** The links of an article that show it, without the hashes of their tokens. */
const selectShown = (db: DbOrTx, articleId: number) =>
  selectLive(db)
    .where('previews.article_id', '=', articleId)
    .select(['previews.id', 'previews.created_at', 'previews.expires_at', 'previews.with_unsaved'])
    .select('maker.full_name as created_by_name')

/** Links show their articles while their makers may see them. */
const selectLive = (db: DbOrTx) =>
  db
    .selectFrom('previews')
    .innerJoin('articles', 'articles.id', 'previews.article_id')
    .innerJoin('users as maker', 'maker.id', 'previews.created_by')
    .where(
      sql<SqlBool>`previews.expires_at > now() and articles.state <> 'deleted'
        and maker.status = 'active' and (maker.role <> 'author' or (maker.id = articles.author_id and articles.kind = 'story'))`,
    )

/** The database stores only this hash of a token. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
