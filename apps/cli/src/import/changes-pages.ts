import type { Db } from '@nightdesk/db'
import type { RunContext } from '@nightdesk/import'
import type { Env } from '../env.ts'

/** What a command needs that changes public pages. */
export const changesPages = (
  db: Db,
  env: Pick<Env, 'CDN_PURGE_URL'>,
): Pick<RunContext, 'db' | 'transaction' | 'has_cdn'> => ({
  db,
  has_cdn: env.CDN_PURGE_URL !== undefined,
  transaction: (work) => db.transaction().execute(work),
})
