import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { DbOrTx } from '../client.ts'

/** SQLSTATE of a lock that was not given in time. */
const LOCK_NOT_AVAILABLE = '55P03'

/** Milliseconds. All later readers and writers of a table wait behind a migration that waits for its lock. */
const LONGEST_WAIT = 2_000
/** Milliseconds between two attempts, in which those who waited get their turn. */
const PAUSE = 1_000
const ATTEMPTS = 40

/** For the rest of a transaction, so that a migration gives up a lock that somebody holds for long. */
export const limitLockWaits = (tx: DbOrTx) => sql.raw(`set local lock_timeout = ${LONGEST_WAIT}`).execute(tx)

/**
 * Repeats a step, whose transactions are undone when a lock is not given in time, for about two minutes.
 * @throws the error of the last attempt, and at once any other error
 */
export async function retryLocks<T>(step: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step()
    } catch (error) {
      if (!isLockMissing(error) || attempt === ATTEMPTS) throw error
      await delay(PAUSE)
    }
  }
}

const isLockMissing = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE || isLockMissing(error.cause)) // an error of Postgres has its SQLSTATE there
