import { conflict, imagePath, tagSlug, type WorkingCopy } from '@nightdesk/contracts'
import { bylineOf, type DbOrTx, type Tx } from '@nightdesk/db'
import { type SqlBool, sql } from 'kysely'

/** The subject of unsaved work: an article, or a new one under the key that its window chose. */
export type Subject = { article_id: number } | { key: string }

/** The unsaved work of one person. */
export async function findWorkingCopy(
  db: DbOrTx,
  userId: number,
  subject: Subject,
): Promise<WorkingCopy | undefined> {
  const row = await db
    .selectFrom('working_copies as copy')
    .leftJoin('articles', 'articles.id', 'copy.article_id')
    .innerJoinLateral(
      bylineOf(
        sql<SqlBool>`credits.working_copy_id = copy.id`,
        // A new article will belong to its writer.
        sql<number>`coalesce(articles.author_id, copy.user_id)`,
      ).as('byline'),
      (join) => join.onTrue(),
    )
    .leftJoin('images as poster', 'poster.id', 'copy.poster_image_id')
    .where('copy.user_id', '=', userId)
    .where(isAbout(subject))
    .select(['copy.revision', 'copy.base_version', 'copy.title', 'copy.excerpt', 'copy.poster_image_id'])
    .select([
      'copy.poster_alt',
      'byline.credits',
      'copy.content',
      'copy.tags',
      'copy.base_tags',
      'copy.created_at',
      'copy.updated_at',
      'poster.filename',
    ])
    .executeTakeFirst()
  if (!row) return
  const { filename, tags, ...copy } = row
  return {
    ...copy,
    poster_url: filename && imagePath(filename),
    tags: tags.map((name) => ({ name, slug: tagSlug(name) })),
  }
}

const isAbout = (subject: Subject) =>
  'key' in subject ? sql<SqlBool>`key = ${subject.key}` : sql<SqlBool>`article_id = ${subject.article_id}`

/** The revision or revisions that a caller knows, 0 for none; undefined allows any. */
export type AllowedRevisions = number | readonly number[] | undefined

/**
 * @throws CONFLICT when another window of the same person has written since
 */
export function requireRevision(copy: WorkingCopy | undefined, allowed: AllowedRevisions): void {
  const current = copy?.revision ?? 0
  if (allowed === undefined || [allowed].flat().includes(current)) return
  throw conflict('Your unsaved work was changed in another window.')
}

/**
 * Deletes a working copy that was saved as a version. A copy with another revision is newer work, and stays.
 * @param unanswered other revisions that the saved text follows
 */
export async function removeWorkingCopy(
  tx: Tx,
  userId: number,
  subject: Subject,
  revision?: number,
  unanswered: readonly number[] = [],
): Promise<void> {
  let copies = tx.deleteFrom('working_copies').where('user_id', '=', userId).where(isAbout(subject))
  if (revision !== undefined) copies = copies.where('revision', 'in', [revision, ...unanswered])
  await copies.execute()
}
