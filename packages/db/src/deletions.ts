import { sql } from 'kysely'
import type { Tx } from './client.ts'

/** A backup holds this advisory lock in shared mode on its connection; deleting a stored file needs it alone. */
export const DELETION_LOCK = 'nightdesk deletion of files'

/** Until the end of the transaction, no backup begins. @returns false while one is being made */
export async function lockDeletion(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ is_locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${DELETION_LOCK})) as is_locked`.execute(tx)
  return rows[0]!.is_locked // a select without from has one row
}
