import type { Credit } from '@nightdesk/contracts'
import { type Database, type Tx, writeCredits } from '@nightdesk/db'
import { wordCount } from '@nightdesk/editor'
import { type VersionText, versionHash } from '@nightdesk/editor/version-hash'
import type { Selectable } from 'kysely'
import { recordPassages } from './passages.ts'

/** The text of a version, and who made it. */
export interface CreditedText extends VersionText {
  credits: Credit[]
}

export interface NewVersion extends CreditedText {
  version_number: number
  change_description: string
  /** The account that wrote it; null when that was deleted. */
  created_by: number | null
}

/** `state` is the state that the version is written in. */
export type ArticleRow = Pick<Selectable<Database['articles']>, 'id' | 'state' | 'author_id'>

/** Appends a version and points the article at it. Readers of a published article see it at once. @returns its id */
export async function appendVersion(
  tx: Tx,
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
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeCredits(tx, { version_id: id }, credits, article.author_id)
  await recordPassages(tx, article.id, version)
  await tx
    .updateTable('articles')
    .set({ current_version_id: id, published_version_id: article.state === 'published' ? id : null })
    .where('id', '=', article.id)
    .execute()
  return id
}
