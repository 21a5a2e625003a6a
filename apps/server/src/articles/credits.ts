import type { Credit } from '@nightdesk/contracts'
import { type NewCredit, ownCredits, resolveCredits, type Tx } from '@nightdesk/db'

/**
 * The credits after an edit.
 * @param given undefined: unchanged; empty: the owner of the article as its author
 * @throws VALIDATION_FAILED when a person does not exist
 */
export async function changeCredits(
  tx: Tx,
  given: readonly NewCredit[] | undefined,
  before: Credit[],
  ownerId: number,
): Promise<Credit[]> {
  const credits = given === undefined ? before : await resolveCredits(tx, given)
  return credits.length > 0 ? credits : ownCredits(tx, ownerId)
}
