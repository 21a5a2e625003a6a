import { type versions as contract, imagePath, notFound } from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'
import { requireEditable } from '../articles/policy.ts'
import { lockArticle, readArticle } from '../articles/read.ts'
import { changeArticle, writeText } from '../articles/write-version.ts'
import { audit } from '../audit.ts'
import type { Service } from '../service.ts'
import { searchPassages } from './search.ts'

export const versions: Service<typeof contract> = {
  async list(ctx, { id }) {
    await readArticle(ctx.db, ctx.session.user, id)
    const rows = await ctx.db
      .selectFrom('article_versions as version')
      .leftJoin('images as poster', 'poster.id', 'version.poster_image_id')
      .leftJoin('users as writer', 'writer.id', 'version.created_by')
      .where('version.article_id', '=', id)
      .select([
        'version.id',
        'version.article_id',
        'version.version_number',
        'version.state',
        'version.title',
      ])
      .select(['version.excerpt', 'version.poster_image_id', 'version.content', 'version.word_count'])
      .select(['version.created_at', 'version.change_description'])
      .select(['poster.filename', 'writer.full_name as created_by_name'])
      .orderBy('version.version_number', 'desc')
      .execute()
    return rows.map(({ filename, created_by_name, ...row }) => ({
      ...row,
      poster_url: filename && imagePath(filename),
      created_by_name: created_by_name ?? 'Someone who left',
    }))
  },

  search: searchPassages,

  revert: (ctx, { id, version_id }) =>
    changeArticle(ctx, id, async (tx) => {
      const { article, current } = await lockArticle(tx, ctx.session.user, id)
      requireEditable(article)
      const { version_number, content_hash, ...text } = await readVersion(tx, id, version_id)
      if (content_hash.equals(current.content_hash)) return
      const change_description = `Reverted to version ${version_number}`
      await writeText(tx, ctx, article, {
        ...text,
        version_number: current.version_number + 1,
        change_description,
      })
      await audit(tx, ctx, 'article.revert', `article:${id}`, { version_number })
    }),
}

async function readVersion(tx: Tx, articleId: number, versionId: number) {
  const version = await tx
    .selectFrom('article_versions')
    .where('id', '=', versionId)
    .where('article_id', '=', articleId)
    .select(['title', 'excerpt', 'poster_image_id', 'content', 'content_hash', 'version_number'])
    .executeTakeFirst()
  if (!version) throw notFound('Version')
  return version
}
