import { type versions as contract, isSameCredits, notFound } from '@nightdesk/contracts'
import { readCredits, type Tx } from '@nightdesk/db'
import { audit } from '../../audit-log/write-line.ts'
import type { Handlers } from '../../calls/handlers.ts'
import { requireEditable } from '../policy.ts'
import { lockArticle } from '../read.ts'
import { changeArticle, writeText } from '../write-version.ts'
import { labelVersion } from './label.ts'
import { getVersion, listVersions } from './read.ts'
import { searchPassages } from './search.ts'
import { readTimeline } from './timeline.ts'

export const versions: Handlers<typeof contract> = {
  list: listVersions,
  get: getVersion,
  timeline: readTimeline,
  label: labelVersion,
  search: searchPassages,

  revert: (ctx, { id, version_id }) =>
    changeArticle(ctx, id, async (tx) => {
      const { article, current } = await lockArticle(tx, ctx.session.user, id)
      requireEditable(article)
      const { version_number, content_hash, ...text } = await readVersion(tx, id, version_id)
      const credits = await readCredits(tx, { version_id }, article.author_id)
      if (content_hash.equals(current.content_hash) && isSameCredits(credits, current.credits)) return
      const change_description = `Reverted to version ${version_number}`
      await writeText(tx, ctx, article, {
        ...text,
        credits,
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
    .select([
      'title',
      'excerpt',
      'poster_image_id',
      'poster_alt',
      'content',
      'content_hash',
      'version_number',
    ])
    .executeTakeFirst()
  if (!version) throw notFound('Version')
  return version
}
