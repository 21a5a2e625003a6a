import type { Tx } from '@nightdesk/db'

/** People who exist, locked until the transaction ends. In one order, against deadlocks. */
export const lockPeople = (tx: Tx, ids: readonly number[]) =>
  tx.selectFrom('people').where('id', 'in', ids).selectAll().orderBy('id').forUpdate().execute()
