import { changeTags, readTags } from '@nightdesk/articles'
import { AppError, type BulkResult, type bulk as contract, type Input, tagSlug } from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'
import { sql } from 'kysely'
import { audit } from '../../audit-log/write-line.ts'
import type { Handlers } from '../../calls/handlers.ts'
import type { SignedInContext } from '../../context.ts'
import { changeArticles } from '../change-articles.ts'
import { requireEditable } from '../policy.ts'
import { lockArticle } from '../read.ts'
import { requireSameText } from '../same-text.ts'
import { transition } from '../transition.ts'

type BulkInput = Input<typeof contract.change>
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

/**
 * Runs one step of a transaction. When the step is refused, only this step is rolled back.
 * @returns the result of the step, or its refusal
 */
async function attempt<T>(tx: Tx, step: () => Promise<T>): Promise<T | AppError> {
  await sql`savepoint attempt`.execute(tx)
  try {
    const result = await step()
    await sql`release savepoint attempt`.execute(tx)
    return result
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await sql`rollback to savepoint attempt`.execute(tx)
    await sql`release savepoint attempt`.execute(tx)
    return error
  }
}

/**
 * @param position counted from 1; default: last
 * @returns false when the article has the tag already
 */
const addTag = (tx: Tx, ctx: SignedInContext, id: number, tag: string, position?: number) =>
  editTags(tx, ctx, id, (tags) =>
    hasTag(tags, tag) ? tags : tags.toSpliced(position === undefined ? tags.length : position - 1, 0, tag),
  )

/** @returns false when the article does not have the tag */
const removeTag = (tx: Tx, ctx: SignedInContext, id: number, tag: string) =>
  editTags(tx, ctx, id, (tags) => tags.filter((name) => !hasTag([name], tag)))

async function editTags(
  tx: Tx,
  ctx: SignedInContext,
  id: number,
  change: (tags: string[]) => string[],
): Promise<boolean> {
  const { article } = await lockArticle(tx, ctx.session.user, id)
  requireEditable(article)
  const tags = change(await readTags(tx, id))
  const isChanged = await changeTags(tx, id, tags)
  if (isChanged) await audit(tx, ctx, 'article.update', `article:${id}`, { tags })
  return isChanged
}

const hasTag = (tags: readonly string[], tag: string) => tags.some((name) => tagSlug(name) === tagSlug(tag))
