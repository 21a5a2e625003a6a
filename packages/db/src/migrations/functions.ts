import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../client.ts'
import { readSqlFiles } from './sql-files.ts'

/**
 * Applies the files that changed since they were last applied: functions, and the triggers and views that use them. A
 * file replaces what it defined before, so it can run any number of times.
 * @returns the names of these files, such as `functions/search`
 */
export async function applyFunctions(tx: Tx, folder: URL): Promise<string[]> {
  const applied = await tx.selectFrom('migrated_functions').select(['file', 'hash']).execute()
  const hashes = new Map(applied.map(({ file, hash }) => [file, hash]))
  const files = (await readSqlFiles(folder)).map((file) => ({ ...file, hash: hashOf(file.text) }))
  const changed = files.filter(({ name, hash }) => !hashes.get(name)?.equals(hash))
  // A trigger cannot be replaced while it has deferred events, which a numbered file may have caused.
  if (changed.length > 0) await sql`set constraints all immediate`.execute(tx)
  for (const { name, text, hash } of changed) {
    await sql.raw(text).execute(tx)
    await tx
      .insertInto('migrated_functions')
      .values({ file: name, hash })
      .onConflict((on) => on.column('file').doUpdateSet({ hash }))
      .execute()
  }
  return changed.map(({ name }) => `functions/${name}`)
}

/** Of the text of a file, as `migrated_functions` has it. */
export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
