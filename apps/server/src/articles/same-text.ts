import { readCredits } from '@nightdesk/articles'
import { type Credit, conflict, isSameCredits } from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'

type Current = { version_number: number; content_hash: Buffer; credits: Credit[] }

/** Whether a version has the text and the credits of the current one, as before a publish. */
export async function hasSameText(
  tx: Tx,
  { id, author_id }: { id: number; author_id: number },
  versionNumber: number,
  current: Current,
): Promise<boolean> {
  if (versionNumber === current.version_number) return true
  const version = await tx
    .selectFrom('article_versions')
    .select(['id', 'content_hash'])
    .where('article_id', '=', id)
    .where('version_number', '=', versionNumber)
    .executeTakeFirst()
  if (!version?.content_hash.equals(current.content_hash)) return false
  return isSameCredits(await readCredits(tx, { version_id: version.id }, author_id), current.credits)
}

/**
 * A save may be based on an old version with the same text as the current one: a publish in between is no conflict.
 * @throws CONFLICT otherwise
 */
export async function requireSameText(...[tx, article, base, current]: Parameters<typeof hasSameText>) {
  if (await hasSameText(tx, article, base, current)) return
  throw conflict(`This article was changed meanwhile: it is at version ${current.version_number} now.`)
}
