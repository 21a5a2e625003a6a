import { articleTag, LISTS, type Tx } from '@nightdesk/db'
import type { Context } from '../context.ts'
import { withInvalidation } from '../transactions/with-invalidation.ts'

/**
 * A transaction that changes articles, and whose result is the answer of the call. It invalidates pages of the articles that
 * readers see before or after it: saving a draft leaves all pages and the CDN alone.
 */
export const changeArticles = <T>(
  ctx: Pick<Context, 'db' | 'pages' | 'has_cdn' | 'checkAnswer'>,
  ids: readonly number[],
  change: (tx: Tx) => Promise<T>,
): Promise<T> =>
  withInvalidation(ctx, async (tx, invalidate) => {
    const before = await lockPublished(tx, ids)
    const result = await change(tx)
    const seen = new Set([...before, ...(await lockPublished(tx, ids))])
    if (seen.size > 0) invalidate([LISTS, ...Array.from(seen, articleTag)])
    return result
  })

/** Which of the articles are published. Until the end of the transaction, nobody else publishes or withdraws one. */
async function lockPublished(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const articles = await tx
    .selectFrom('articles')
    .where('id', 'in', ids)
    .select(['id', 'state'])
    .orderBy('id')
    .forUpdate()
    .execute()
  return articles.filter(({ state }) => state === 'published').map(({ id }) => id)
}
