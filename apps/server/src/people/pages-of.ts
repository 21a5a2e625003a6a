import { articleTag, EVERYTHING, LISTS, type PageTags, type Tx } from '@nightdesk/db'
import { isCredited } from '../articles/credits.ts'

/** Beyond, everything is invalidated: an announcement of Postgres has at most 8,000 bytes. */
const MAX_ARTICLES = 200

/** The pages that name a person; none when no published article does. */
export async function pagesOf(tx: Tx, id: number): Promise<PageTags> {
  const articles = await tx
    .selectFrom('articles')
    .where('articles.state', '=', 'published')
    .where(isCredited(id))
    .select('articles.id')
    .limit(MAX_ARTICLES + 1)
    .execute()
  if (articles.length === 0) return []
  return articles.length > MAX_ARTICLES
    ? EVERYTHING
    : [LISTS, ...articles.map((article) => articleTag(article.id))]
}
