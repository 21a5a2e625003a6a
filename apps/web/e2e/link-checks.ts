import { type Insertable, sql } from 'kysely'
import { connect } from '../../../packages/db/src/client.ts'
import type { Database } from '../../../packages/db/src/schema.ts'
import type { TestSite } from './test-site.ts'

type Check = Pick<Insertable<Database['link_checks']>, 'url' | 'outcome' | 'status' | 'location'>

/** Stores results of checks as the job does, but so late that the job does not request these addresses itself. */
export async function storeChecks({ stack }: TestSite, checks: readonly Check[]): Promise<void> {
  const { db, close } = connect(stack.database_url ?? '')
  const late = { checked_at: sql<string>`now() + interval '1 day'` }
  await db
    .insertInto('link_checks')
    // A failure is older than its last check by a day, so the link counts as dead.
    .values(
      checks.map((check) => ({
        ...check,
        ...late,
        failed_since: check.outcome === 'failed' ? sql<string>`now()` : null,
      })),
    )
    .execute()
  await close()
}

/** As if the links that failed in their checks had failed a day ago, too, so that they count as dead. */
export async function letFailuresLast({ stack }: TestSite): Promise<void> {
  const { db, close } = connect(stack.database_url ?? '')
  await db
    .updateTable('link_checks')
    .set({ failed_since: sql<string>`checked_at - interval '1 day'` })
    .where('outcome', '=', 'failed')
    .execute()
  await close()
}
