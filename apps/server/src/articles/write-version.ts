import { createHash } from 'node:crypto'
import { type AdminArticle, type Block, invalid } from '@nightdesk/contracts'
import { type ArticlesTable, articleTag, LISTS, type Tx } from '@nightdesk/db'
import { canonicalJson, wordCount } from '@nightdesk/editor'
import { type Selectable, sql } from 'kysely'
import type { SignedInContext } from '../context.ts'
import { withInvalidation } from '../transactions/with-invalidation.ts'
import { filenamesIn } from './images-in.ts'
import { readArticle } from './read.ts'
import { recordPassages } from './versions/passages.ts'

/** What a version holds, and a revert restores. */
export interface VersionText {
  title: string
  excerpt: string
  poster_image_id: number | null
  content: Block[]
}

interface NewVersion extends VersionText {
  version_number: number
  change_description: string
}

type ArticleRow = Selectable<ArticlesTable>

/** sha256 over everything a version holds: equal hashes, same text, in whatever order `jsonb` returns its keys. */
export function hashOf({ title, excerpt, poster_image_id, content }: VersionText): Buffer {
  return createHash('sha256')
    .update(canonicalJson([title, excerpt, poster_image_id, content]))
    .digest()
}

/**
 * Appends a version and points the article at it; while published, readers see it from now on.
 * `article.state` is the state the version is written in.
 */
export async function writeVersion(
  tx: Tx,
  ctx: SignedInContext,
  article: Pick<ArticleRow, 'id' | 'state'>,
  version: NewVersion,
): Promise<number> {
  const { id } = await tx
    .insertInto('article_versions')
    .values({
      ...version,
      article_id: article.id,
      state: article.state,
      content: JSON.stringify(version.content),
      content_hash: hashOf(version),
      word_count: wordCount(version.content),
      created_by: ctx.session.user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordPassages(tx, article.id, version)
  await tx
    .updateTable('articles')
    .set({ current_version_id: id, published_version_id: article.state === 'published' ? id : null })
    .where('id', '=', article.id)
    .execute()
  return id
}

/** As {@link writeVersion}, for a text that differs: the article counts as updated. */
export async function writeText(
  tx: Tx,
  ctx: SignedInContext,
  article: Pick<ArticleRow, 'id' | 'state'>,
  version: NewVersion,
): Promise<void> {
  await writeVersion(tx, ctx, article, version)
  await tx.updateTable('articles').set({ date_updated: sql`now()` }).where('id', '=', article.id).execute()
}

/** Who writes, and which article; null before it is made. */
interface Writer {
  user_id: number
  article_id: number | null
}

/**
 * A picture in the text is named by its file, which only those know who have seen it. A poster is named by a number
 * that anybody can guess: authors may take their own, and what some version of the article has already.
 * @throws VALIDATION_FAILED when one is not there, or not theirs
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
  // Held until the text is stored, so that no clean-up takes them for unused meanwhile.
  const found = await tx
    .selectFrom('images')
    .select('filename')
    .where('filename', 'in', named)
    .forKeyShare()
    .execute()
  if (found.length < named.length) {
    throw invalid('content', 'A picture in the text does not exist. Please upload it again.')
  }
}

async function mayShow(tx: Tx, { user_id, article_id }: Writer, imageId: number): Promise<boolean> {
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
 * Changes an article in one transaction and forgets the pages that showed it.
 * @returns the article as this change left it, whatever others have made of it since
 */
export function changeArticle(
  ctx: SignedInContext,
  id: number,
  change: (tx: Tx) => Promise<void>,
): Promise<AdminArticle> {
  return withInvalidation(ctx, [LISTS, articleTag(id)], async (tx) => {
    await change(tx)
    return readArticle(tx, ctx.session.user, id)
  })
}
