import { sql } from 'kysely'
import type { Tx } from '../client.ts'

/** Ends all sessions of an account except one. */
export async function revokeSessions(tx: Tx, userId: number, keep?: Buffer): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(keep !== undefined, (query) => query.where('id', '<>', keep!)) // the condition of this clause
    .execute()
}
