import type { Worker } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { DbOrTx } from '../client.ts'

/** Seconds after the last heartbeat at which a worker no longer counts as running, by the database’s clock. */
export const STALE_AFTER = 45

const isFresh = sql<boolean>`workers.last_heartbeat > now() - make_interval(secs => ${STALE_AFTER})`

/** The recent worker processes, running ones first. Without those of a machine on which a worker was started later. */
export async function workerStatus(db: DbOrTx): Promise<Worker[]> {
  return db
    .selectFrom('workers')
    .select((eb) => [
      'name',
      eb
        .case()
        .when('status', '<>', 'running')
        .then(eb.ref('status'))
        .when(isFresh)
        .then('running')
        .else('stopped')
        .end()
        .as('status'),
      'last_heartbeat',
      'error_message',
    ])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('workers as later')
            .whereRef('later.host', '=', 'workers.host')
            .whereRef('later.started_at', '>', 'workers.last_heartbeat')
            .select('later.id'),
        ),
      ),
    )
    .orderBy(isFresh, 'desc')
    .orderBy('last_heartbeat', 'desc')
    .limit(50)
    .execute()
}

/** How far the clock of each running worker was ahead of the database’s at its last heartbeat, in seconds. */
export async function workerClocks(db: DbOrTx): Promise<{ name: string; clock_ahead: number }[]> {
  return db
    .selectFrom('workers')
    .select(['name', 'clock_ahead'])
    .where('status', '=', 'running')
    .where(isFresh)
    .execute()
}
