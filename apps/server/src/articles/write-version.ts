import { type AdminArticle, type Credit, invalid } from '@nightdesk/contracts'
import { type ArticlesTable, type Tx, writeCredits } from '@nightdesk/db'
import { wordCount } from '@nightdesk/editor'
import { type VersionText, versionHash } from '@nightdesk/editor/version-hash'
import { type Selectable, sql } from 'kysely'
import type { SignedInContext } from '../context.ts'
import { changeArticles } from './change-articles.ts'
import { filenamesIn } from './images-in.ts'
import { moveNotes } from './notes/move-notes.ts'
import { readArticle } from './read.ts'
import { recordPassages } from './versions/passages.ts'

interface NewVersion extends CreditedText {
  version_number: number
  change_description: string
}

/** The text of a version, and who made it. */
export interface CreditedText extends VersionText {
  credits: Credit[]
}

type ArticleRow = Pick<Selectable<ArticlesTable>, 'id' | 'state' | 'author_id'>

/**
 * Appends a version and points the article at it. Readers of a published article see it at once.
 * `article.state` is the state the version is written in.
 */
export async function writeVersion(
  tx: Tx,
  ctx: SignedInContext,
  article: ArticleRow,
  { credits, ...version }: NewVersion,
): Promise<number> {
  const { id } = await tx
    .insertInto('article_versions')
    .values({
      ...version,
      article_id: article.id,
      state: article.state,
      content: JSON.stringify(version.content),
      content_hash: versionHash(version),
      word_count: wordCount(version.content),
      created_by: ctx.session.user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeCredits(tx, { version_id: id }, credits, article.author_id)
  await recordPassages(tx, article.id, version)
  await moveNotes(tx, article.id, version.content)
  await tx
    .updateTable('articles')
    .set({ current_version_id: id, published_version_id: article.state === 'published' ? id : null })
    .where('id', '=', article.id)
    .execute()
  return id
}

/** Like {@link writeVersion}, for a changed text: it also sets `date_updated`. */
export async function writeText(
  tx: Tx,
  ctx: SignedInContext,
  article: ArticleRow,
  version: NewVersion,
): Promise<void> {
  await writeVersion(tx, ctx, article, version)
  await tx.updateTable('articles').set({ date_updated: sql`now()` }).where('id', '=', article.id).execute()
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
