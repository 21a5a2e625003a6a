import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { formatBytes } from '@nightdesk/contracts/format-bytes'
import { diskSpace } from '@nightdesk/storage'
import { sql } from 'kysely'
import { type Finding, fault, fine } from '../finding.ts'
import type { UpgradeSubject } from './check-upgrade.ts'

/** A backup takes at most the database and the uploads. With the embedded Postgres, tables that are rewritten are on the same disk. */
export async function disk({ db, settings: { backups } }: UpgradeSubject): Promise<Finding> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database())::float8
      + coalesce((select sum(bytes) from stored_objects), 0)::float8 as bytes`.execute(db)
  const needed = rows[0]!.bytes // a select without from has one row
  const { available } = await diskSpace(existing(backups.directory))
  const found = `Database and uploads have ${formatBytes(needed)}; ${formatBytes(available)} are free for ${backups.directory}.`
  if (available > needed) return fine(found)
  return fault(found, 'Delete what is not needed there, or set BACKUP_DIR to a larger volume.')
}

/** The directory, or the one in which it will be made. */
const existing = (path: string): string => (existsSync(path) ? path : existing(dirname(path)))
