import { hostname } from 'node:os'
import { basename } from 'node:path'
import { type Database, type Db, numberedLevels } from '@nightdesk/db'
import { type Manifest, objectKeys, SECRETS_FILE } from './manifest.ts'
import type { WrittenBackup } from './write-backup.ts'

export interface NewBackup
  extends Pick<Database['backups'], 'file' | 'bytes' | 'rows' | 'objects' | 'secrets' | 'level'> {
  created_at: string
}

/** The row of a backup in the list of a site. */
export const describeBackup = (path: string, size: number, manifest: Manifest): NewBackup => ({
  file: basename(path),
  created_at: manifest.created_at,
  bytes: size,
  rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
  objects: objectKeys(manifest).length,
  secrets: secretsIn(manifest),
  level: manifest.level,
})

/** A program that does not know the key that signs tokens writes only its fingerprint. */
function secretsIn({ files, lacks_signing_key }: Manifest): NewBackup['secrets'] {
  if (!files.some(({ name }) => name === SECRETS_FILE)) return 'none'
  return lacks_signing_key ? 'without signing key' : 'all'
}

/**
 * Adds a backup on the disk of this machine to the list of the site, unless it is there. Before a database is migrated it may have no such list; the next
 * backup of the worker then adds this one.
 */
export async function recordBackup(db: Db, { path, size, manifest }: WrittenBackup): Promise<void> {
  if (manifest.level !== (await numberedLevels()).at(-1)) return
  await db
    .insertInto('backups')
    .values({ ...describeBackup(path, size, manifest), host: hostname() })
    .onConflict((on) => on.column('file').doNothing())
    .execute()
}
