import { sql } from 'kysely'
import type { DbOrTx } from './client.ts'

/**
 * The number of stored files, their size in bytes, and how many of them are missing. From our own rows: listing a bucket takes
 * longer with every file. A daily job compares the two.
 */
export const storedObjects = (db: DbOrTx): Promise<{ objects: number; bytes: number; missing: number }> =>
  db
    .selectFrom('stored_objects')
    .select((eb) => [
      eb.fn.countAll<number>().as('objects'),
      eb.fn.coalesce(eb.fn.sum<number>('bytes'), sql<number>`0`).as('bytes'),
      eb.fn.count<number>('missing_since').as('missing'),
    ])
    .executeTakeFirstOrThrow()
