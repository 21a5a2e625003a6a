import { selectArticles, withCorrections } from '@nightdesk/articles'
import type { PublishedArticle } from '@nightdesk/contracts'
import type { Dependencies } from '../context.ts'
import { IS_LIVE, previewHash } from './previews.ts'
import { withImages } from './read.ts'
import { findUnsavedText } from './working-copies.ts'

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
  const unsaved = with_unsaved ? await findUnsavedText(db, created_by, saved.id) : {}
  const shown = { ...saved, ...unsaved }
  const [article] = await withCorrections(db, await withImages({ db, site }, [shown]))
  return article && { article, poster_filename: shown.poster_filename, expires_at }
}
