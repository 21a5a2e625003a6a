import { changeTags } from '@nightdesk/articles'
import { tagSlug } from '@nightdesk/contracts'
import { readTags, type Tx } from '@nightdesk/db'
import { audit } from '../../audit-log/write-line.ts'
import type { SignedInContext } from '../../context.ts'
import { requireEditable } from '../policy.ts'
import { lockArticle } from '../read.ts'

/**
 * @param position counted from 1; default: last
 * @returns false when the article has the tag already
 */
export const addTag = (tx: Tx, ctx: SignedInContext, id: number, tag: string, position?: number) =>
  edit(tx, ctx, id, (tags) =>
    hasTag(tags, tag) ? tags : tags.toSpliced(position === undefined ? tags.length : position - 1, 0, tag),
  )

/** @returns false when the article does not have the tag */
export const removeTag = (tx: Tx, ctx: SignedInContext, id: number, tag: string) =>
  edit(tx, ctx, id, (tags) => tags.filter((name) => !hasTag([name], tag)))

async function edit(
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
