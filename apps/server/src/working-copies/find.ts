import { type Article, conflict, imagePath, tagSlug, type WorkingCopy } from '@nightdesk/contracts'
import type { DbOrTx, Tx } from '@nightdesk/db'
import { isSameText, type WrittenText } from '@nightdesk/editor'

/** The unsaved work of one person on an article. */
export async function findWorkingCopy(
  db: DbOrTx,
  userId: number,
  articleId: number,
): Promise<WorkingCopy | undefined> {
  const row = await db
    .selectFrom('working_copies as copy')
    .leftJoin('images as poster', 'poster.id', 'copy.poster_image_id')
    .where('copy.article_id', '=', articleId)
    .where('copy.user_id', '=', userId)
    .select(['copy.revision', 'copy.base_version', 'copy.title', 'copy.excerpt', 'copy.poster_image_id'])
    .select(['copy.content', 'copy.tags', 'copy.updated_at', 'poster.filename'])
    .executeTakeFirst()
  if (!row) return
  const { filename, tags, ...copy } = row
  return {
    ...copy,
    poster_url: filename && imagePath(filename),
    tags: tags.map((name) => ({ name, slug: tagSlug(name) })),
  }
}

/** Whether a working copy has anything that the article has not, as the editor would offer it. */
export const holdsMore = (
  copy: WrittenText,
  { tags, ...article }: Pick<Article, 'title' | 'content' | 'poster_image_id' | 'tags'>,
): boolean => !isSameText(copy, { ...article, tags: tags.map(({ name }) => name) })

/**
 * @param revision what the caller saw last, 0 for none; undefined lets everything pass
 * @throws CONFLICT when another window of the same person wrote since
 */
export function requireRevision(copy: WorkingCopy | undefined, revision: number | undefined): void {
  const current = copy?.revision ?? 0
  if (revision === undefined || revision === current) return
  throw conflict('Your unsaved work was changed in another window.')
}

/** Ends a working copy that has become a version. A revision other than the saved one is newer work, and stays. */
export async function removeWorkingCopy(
  tx: Tx,
  userId: number,
  articleId: number,
  revision?: number,
): Promise<void> {
  let copies = tx
    .deleteFrom('working_copies')
    .where('article_id', '=', articleId)
    .where('user_id', '=', userId)
  if (revision !== undefined) copies = copies.where('revision', '=', revision)
  await copies.execute()
}
