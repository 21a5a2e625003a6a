import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, DbOrTx } from './client.ts'

/**
 * Identifies this database in a text that fits into a file. A database that was restored from a dump or cloned has the
 * same rows but another mark; only a copy of Postgres’s own files has the same one.
 */
export async function installationMark(db: DbOrTx): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select 'nightdesk ' || installation.id || ' ' || encode(sha256(convert_to(
      system_identifier || ' ' || pg_database.oid, 'UTF8')), 'hex') as mark
    from installation, pg_control_system(), pg_database
    where datname = current_database()`.execute(db)
  return rows[0]!.mark // the migration inserted the row
}

/** Why nothing is deleted from the store, as a sentence; null while nothing is wrong. */
export async function storageProblem(db: DbOrTx): Promise<string | null> {
  const { storage_problem } = await db
    .selectFrom('installation')
    .select('storage_problem')
    .executeTakeFirstOrThrow()
  return storage_problem
}

export async function setStorageProblem(db: DbOrTx, storage_problem: string | null): Promise<void> {
  await db.updateTable('installation').set({ storage_problem }).execute()
}

/** Allows the next reconciliation to delete files without a row, whatever their number. */
export async function acceptUnknownFiles(db: DbOrTx): Promise<void> {
  await db
    .updateTable('installation')
    .set({ storage_problem: null, unknown_accepted_at: sql`now()` })
    .execute()
}

/** Withdraws {@link acceptUnknownFiles}. @returns whether it was in effect */
export async function takeAcceptance(db: DbOrTx): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('installation')
    .set({ unknown_accepted_at: null })
    .where('unknown_accepted_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Eight hex digits tell keys apart, and are too few to find a key by guessing.
 * @param value in base64
 */
export const secretFingerprint = (name: string, value: string): string =>
  createHash('sha256').update(`nightdesk fingerprint ${name} ${value}`).digest('hex').slice(0, 8)

/** Records which key signs tokens, so that a restored site can be told from one with another key. */
export async function recordSigningKey(db: Db, key: Uint8Array): Promise<void> {
  const fingerprint = secretFingerprint('jwt', Buffer.from(key).toString('base64'))
  await db
    .updateTable('installation')
    .set({ signing_key_fingerprint: fingerprint })
    .where('signing_key_fingerprint', 'is distinct from', fingerprint)
    .execute()
}
