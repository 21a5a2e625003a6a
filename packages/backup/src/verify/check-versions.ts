import type { Db } from '@nightdesk/db'
import { versionHash } from '@nightdesk/editor/version-hash'

/** Versions that are in memory at once. */
const BATCH = 100

/** Recomputes the hash of every version from its text. */
export async function checkVersions(db: Db) {
  const problems: string[] = []
  const stories = new Set<number>()
  let count = 0
  for (let batch = await readBatch(db, 0); batch.length > 0; batch = await readBatch(db, batch.at(-1)!.id)) {
    for (const { id, article_id, content_hash, ...version } of batch) {
      if (!versionHash(version).equals(content_hash))
        problems.push(`Version ${id} of the story ${article_id} does not have the text that was saved.`)
      stories.add(article_id)
    }
    count += batch.length
  }
  return { stories: stories.size, count, problems }
}

const readBatch = (db: Db, after: number) =>
  db
    .selectFrom('article_versions')
    .select([
      'id',
      'article_id',
      'title',
      'excerpt',
      'poster_image_id',
      'poster_alt',
      'content',
      'content_hash',
    ])
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
    .execute()
