import { conflict } from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'

/**
 * A save may be based on an old version with the same text as the current one: a publish in between is no conflict.
 * @throws CONFLICT otherwise
 */
export async function requireSameText(
  tx: Tx,
  articleId: number,
  baseVersion: number,
  current: { version_number: number; content_hash: Buffer },
) {
  if (baseVersion === current.version_number) return
  const base = await tx
    .selectFrom('article_versions')
    .select('content_hash')
    .where('article_id', '=', articleId)
    .where('version_number', '=', baseVersion)
    .executeTakeFirst()
  if (base?.content_hash.equals(current.content_hash)) return
  throw conflict(`This article was changed meanwhile: it is at version ${current.version_number} now.`)
}
