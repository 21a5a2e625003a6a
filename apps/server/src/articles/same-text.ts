import { type Credit, conflict, isSameCredits } from '@nightdesk/contracts'
import { readCredits, type Tx } from '@nightdesk/db'

/**
 * A save may be based on an old version with the same text as the current one: a publish in between is no conflict.
 * @throws CONFLICT otherwise
 */
export async function requireSameText(
  tx: Tx,
  { id, author_id }: { id: number; author_id: number },
  baseVersion: number,
  current: { version_number: number; content_hash: Buffer; credits: Credit[] },
) {
  if (baseVersion === current.version_number) return
  const base = await tx
    .selectFrom('article_versions')
    .select(['id', 'content_hash'])
    .where('article_id', '=', id)
    .where('version_number', '=', baseVersion)
    .executeTakeFirst()
  if (base?.content_hash.equals(current.content_hash)) {
    const credits = await readCredits(tx, { version_id: base.id }, author_id)
    if (isSameCredits(credits, current.credits)) return
  }
  throw conflict(`This article was changed meanwhile: it is at version ${current.version_number} now.`)
}
