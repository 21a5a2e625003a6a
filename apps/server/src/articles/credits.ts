import { type NewCredit, ownCredits, resolveCredits } from '@nightdesk/articles'
import type { Credit, CreditRole } from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'
import { type Expression, type SqlBool, sql } from 'kysely'

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

/** Whether the published version of an article names a person, in this role or in any. Also by the number from before a merge. */
export function isCredited(personId: number, role?: CreditRole): Expression<SqlBool> {
  const person = sql`coalesce((select person_id from merged_people where id = ${personId}), ${personId})`
  return sql<SqlBool>`articles.published_version_id in (
    select version_id from credits where person_id = ${person} ${role ? sql`and role = ${role}` : sql``}
    union all
    select published_version_id from articles own
    where author_id = (select user_id from people where id = ${person})
      and not exists (select from credits where version_id = own.published_version_id)
  )`
}
