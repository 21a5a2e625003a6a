import { articleTag, LISTS, type PageTags, type Tx } from '@nightdesk/db'
import { isCredited } from '../articles/credits.ts'

/** The pages that name a person; none when no published article does. */
export async function pagesOf(tx: Tx, id: number): Promise<PageTags> {
  const articles = await tx
    .selectFrom('articles')
    .where('articles.state', '=', 'published')
    .where(isCredited(id))
    .select('articles.id')
    .execute()
  return articles.length === 0 ? [] : [LISTS, ...articles.map((article) => articleTag(article.id))]
}
