import type { ArticleState } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { Tx } from './client.ts'

interface Repetition {
  state: ArticleState
  change_description: string
  /** The author of the change; null when the account was deleted. */
  created_by: number | null
}

/** An article whose row is locked by the transaction. */
interface LockedArticle {
  id: number
  current_version_id: number | null
}

/** Records a change of state: appends a version with the text of the current one, and points the article at it. */
export async function repeatVersion(
  tx: Tx,
  { id, current_version_id }: LockedArticle,
  { state, change_description, created_by }: Repetition,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into article_versions (
      article_id, version_number, state, title, excerpt, poster_image_id, poster_alt, content, content_hash, word_count,
      change_description, created_by
    )
    select
      article_id, version_number + 1, ${state}, title, excerpt, poster_image_id, poster_alt, content, content_hash,
      word_count,
      ${change_description}, ${created_by}
    from article_versions where id = ${current_version_id}
    returning id`.execute(tx)
  const versionId = rows[0]!.id // an article has a current version
  await sql`
    insert into credits (version_id, position, person_id, role)
    select ${versionId}, position, person_id, role from credits where version_id = ${current_version_id}`.execute(
    tx,
  )
  await tx
    .updateTable('articles')
    .set({ current_version_id: versionId, published_version_id: state === 'published' ? versionId : null })
    .where('id', '=', id)
    .execute()
}

/**
 * Publishes a version of an article, and ends its schedule. For the newest version, another one is appended that records
 * the publication. An older version is published as it is, and newer ones stay unpublished.
 * @param publishedBy null when the account was deleted
 */
export async function publishVersion(
  tx: Tx,
  article: LockedArticle,
  versionId: number,
  publishedBy: number | null,
): Promise<void> {
  await tx
    .updateTable('articles')
    .set({
      state: 'published',
      published_version_id: versionId,
      date_published: sql`coalesce(date_published, now())`,
      scheduled_at: null,
      scheduled_version_id: null,
      scheduled_by: null,
    })
    .where('id', '=', article.id)
    .execute()
  if (versionId !== article.current_version_id) return
  const change_description = 'Published'
  await repeatVersion(tx, article, { state: 'published', change_description, created_by: publishedBy })
}
