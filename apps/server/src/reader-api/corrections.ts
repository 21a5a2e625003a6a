import type { PublishedCorrection } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'

/** The corrections of all published articles, the last one first. */
export const readPublishedCorrections = (
  db: Db,
  { page, limit }: { page: number; limit: number },
): Promise<PublishedCorrection[]> =>
  db
    .selectFrom('corrections')
    .innerJoin('articles', 'articles.id', 'corrections.article_id')
    .innerJoin('article_versions as version', 'version.id', 'articles.published_version_id')
    .where('articles.state', '=', 'published')
    .select(['corrections.id', 'corrections.text', 'corrections.created_at', 'articles.id as article_id'])
    .select('version.title as article_title')
    .orderBy('corrections.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
