import { appendVersion, filenamesIn, type LockedArticle, type NewVersion } from '@nightdesk/articles'
import { type AdminArticle, invalid } from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'
import type { VersionText } from '@nightdesk/editor/version-hash'
import { sql } from 'kysely'
import type { SignedInContext } from '../context.ts'
import { changeArticles } from './change-articles.ts'
import { moveNotes } from './notes/move-notes.ts'
import { readArticle } from './read.ts'

/** Appends a version with a new text by this user, and moves the notes of the article with their words. */
export async function writeText(
  tx: Tx,
  ctx: SignedInContext,
  article: LockedArticle,
  text: NonNullable<NewVersion['text']>,
  change_description: string,
): Promise<void> {
  await moveNotes(tx, article.id, text.content)
  const version = { text, change_description, created_by: ctx.session.user.id }
  await appendVersion(tx, article, version, { date_updated: sql<string>`now()` })
}

/** The writer and the article; null before the article exists. */
interface Writer {
  user_id: number
  article_id: number | null
}

/**
 * The text names a picture by its file name, which only people who have seen it know. A poster is named by a number, which
 * anybody can guess: authors may use only their own pictures, or one that a version of the article already has.
 * @throws VALIDATION_FAILED when a picture does not exist or is not theirs
 */
export async function requireImages(
  tx: Tx,
  writer: Writer,
  { poster_image_id, content }: VersionText,
): Promise<void> {
  if (poster_image_id !== null && !(await mayShow(tx, writer, poster_image_id)))
    throw invalid('poster_image_id', 'The featured image does not exist. Please upload it again.')
  const named = filenamesIn(content)
  if (named.length === 0) return
  // Locked until the text is stored, so that no clean-up deletes them meanwhile. In one order, against deadlocks.
  const found = await tx
    .selectFrom('images')
    .select('filename')
    .where('filename', 'in', named)
    .orderBy('id')
    .forKeyShare()
    .execute()
  if (found.length < named.length) {
    throw invalid('content', 'A picture in the text does not exist. Please upload it again.')
  }
}

/** Whether somebody may show a picture that is named by its number. */
export async function mayShow(tx: Tx, { user_id, article_id }: Writer, imageId: number): Promise<boolean> {
  const image = await tx
    .selectFrom('images')
    .where('id', '=', imageId)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('uploaded_by', '=', user_id),
        exists(selectFrom('users').where('id', '=', user_id).where('role', '<>', 'author')),
        exists(
          selectFrom('article_versions')
            .where('article_id', '=', article_id)
            .where('poster_image_id', '=', imageId),
        ),
      ]),
    )
    .select('id')
    .executeTakeFirst()
  return image !== undefined
}

/**
 * Changes an article in one transaction and drops the pages that show it.
 * @returns the article as this change left it, without changes that others made since
 */
export function changeArticle(
  ctx: SignedInContext,
  id: number,
  change: (tx: Tx) => Promise<void>,
): Promise<AdminArticle> {
  return changeArticles(ctx, [id], async (tx) => {
    await change(tx)
    return readArticle(tx, ctx.session.user, id)
  })
}
