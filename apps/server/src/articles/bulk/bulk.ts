import { AppError, type BulkResult, type bulk as contract, type Input } from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'
import type { Handlers } from '../../calls/handlers.ts'
import type { SignedInContext } from '../../context.ts'
import { changeArticles } from '../change-articles.ts'
import { lockArticle } from '../read.ts'
import { requireSameText } from '../same-text.ts'
import { transition } from '../transition.ts'
import { addTag, removeTag } from './change-tag.ts'
import { attempt } from './savepoint.ts'

type BulkInput = Input<(typeof contract)['change']>
type Item = BulkInput['articles'][number]

export const bulk: Handlers<typeof contract> = {
  change(ctx, { articles, ...input }) {
    // In one order, so that two calls with the same articles cannot deadlock.
    const items = articles.toSorted((one, other) => one.id - other.id)
    const ids = items.map(({ id }) => id)
    return changeArticles(ctx, ids, async (tx) => {
      const results: BulkResult[] = []
      for (const item of items) results.push(await tryChange(tx, ctx, item, input))
      return results
    })
  },
}

async function tryChange(
  tx: Tx,
  ctx: SignedInContext,
  item: Item,
  input: Omit<BulkInput, 'articles'>,
): Promise<BulkResult> {
  const changed = await attempt(tx, () => changeOne(tx, ctx, item, input))
  if (changed instanceof AppError) return { id: item.id, outcome: 'refused', message: changed.message }
  return { id: item.id, outcome: changed ? 'changed' : 'unchanged', message: null }
}

/** @returns whether the article was changed. @throws AppError when it may not be */
async function changeOne(
  tx: Tx,
  ctx: SignedInContext,
  { id, base_version, tag_position, ...options }: Item,
  { change, tag = '' }: Omit<BulkInput, 'articles'>,
): Promise<boolean> {
  if (base_version !== undefined) {
    const { article, current } = await lockArticle(tx, ctx.session.user, id)
    await requireSameText(tx, article, base_version, current)
  }
  switch (change) {
    case 'add_tag':
      return addTag(tx, ctx, id, tag, tag_position)
    case 'remove_tag':
      return removeTag(tx, ctx, id, tag)
    default:
      return transition(tx, ctx, id, change, options)
  }
}
