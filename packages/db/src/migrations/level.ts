import { createHash } from 'node:crypto'
import type { Db, DbOrTx } from '../client.ts'
import { FUNCTIONS, MIGRATIONS, readSqlFiles } from './sql-files.ts'

/** SQLSTATE of a table that does not exist. */
const UNDEFINED_TABLE = '42P01'

/** Identifies the schema that the migrations of this version make: a hash of their names, and of the texts of functions. */
export async function schemaLevel(): Promise<Buffer> {
  const [numbered, functions] = await Promise.all([MIGRATIONS, FUNCTIONS].map(readSqlFiles))
  const hash = createHash('sha256')
  for (const { name } of numbered ?? []) hash.update(`${name}\n`)
  for (const { name, text } of functions ?? []) hash.update(`${name}\n${text}\n`)
  return hash.digest()
}

/** Whether a migration to this level was ever completed. Later ones may have been, too. */
export async function hasReached(db: DbOrTx, level: Buffer): Promise<boolean> {
  try {
    const row = await db
      .selectFrom('migrated_levels')
      .select('level')
      .where('level', '=', level)
      .executeTakeFirst()
    return row !== undefined
  } catch (error) {
    if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return false // an error of Postgres has its SQLSTATE there
    throw error
  }
}

/** Says that the migration to the level of this version is complete. Writes nothing when that was said before. */
export async function completeLevel(db: Db): Promise<void> {
  const level = await schemaLevel()
  if (await hasReached(db, level)) return
  await db
    .insertInto('migrated_levels')
    .values({ level })
    .onConflict((on) => on.doNothing())
    .execute()
}
