import { selectArticles, withCorrections } from '@nightdesk/articles'
import { type PublishedArticle, tagSlug } from '@nightdesk/contracts'
import { bylineOf, type Db } from '@nightdesk/db'
import { wordCount } from '@nightdesk/editor'
import { type SqlBool, sql } from 'kysely'
import type { Dependencies } from '../../dependencies.ts'
import { withImages } from '../with-images.ts'
import { IS_LIVE, previewHash } from './previews.ts'

/** An article as a preview link shows it, and when the link expires. */
export interface PreviewedArticle {
  /** In the form that readers get. */
  article: PublishedArticle
  poster_filename: string | null
  expires_at: string
}

/**
 * The article that a preview link shows now. Undefined when the link is unknown, revoked or expired, or when its maker
 * may no longer see the article.
 */
export async function readPreview(
  { db, site }: Pick<Dependencies, 'db' | 'site'>,
  token: string,
): Promise<PreviewedArticle | undefined> {
  const row = await selectArticles(db, 'current_version_id')
    .innerJoin('previews', 'previews.article_id', 'articles.id')
    .innerJoin('users as maker', 'maker.id', 'previews.created_by')
    .where('previews.token_hash', '=', previewHash(token))
    .where(IS_LIVE)
    .select(['version.content', 'previews.expires_at', 'previews.with_unsaved', 'previews.created_by'])
    .executeTakeFirst()
  if (!row) return undefined
  const { expires_at, with_unsaved, created_by, ...saved } = row
  const unsaved = with_unsaved ? await findUnsaved(db, saved.id, created_by) : {}
  const shown = { ...saved, ...unsaved }
  const [article] = await withCorrections(db, await withImages({ db, site }, [shown]))
  return article && { article, poster_filename: shown.poster_filename, expires_at }
}

/** The writer’s unsaved work on an article, if there is any. */
export async function findUnsaved(db: Db, articleId: number, userId: number) {
  const copy = await db
    .selectFrom('working_copies as copy')
    .innerJoin('articles', 'articles.id', 'copy.article_id')
    .innerJoinLateral(
      bylineOf(sql<SqlBool>`credits.working_copy_id = copy.id`, sql.ref<number>('articles.author_id')).as(
        'byline',
      ),
      (join) => join.onTrue(),
    )
    .leftJoin('images as poster', 'poster.id', 'copy.poster_image_id')
    .where('copy.article_id', '=', articleId)
    .where('copy.user_id', '=', userId)
    .where('copy.has_changes', '=', true)
    .select([
      'copy.title',
      'copy.excerpt',
      'copy.content',
      'copy.tags',
      'copy.poster_image_id',
      'copy.poster_alt',
    ])
    .select(['byline.credits', 'byline.author_name', 'poster.filename as poster_filename'])
    .executeTakeFirst()
  if (!copy) return undefined
  const tags = copy.tags.map((name) => ({ name, slug: tagSlug(name) }))
  return { ...copy, tags, word_count: wordCount(copy.content) }
}
