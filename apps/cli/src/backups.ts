import { readFile } from 'node:fs/promises'
import {
  type Key,
  listArchives,
  openArchive,
  openIfUsable,
  SECRETS_FILE,
  type WrittenBackup,
  writeBackup,
} from '@nightdesk/backup'
import type { Db } from '@nightdesk/db'
import { openStore } from '@nightdesk/storage'
import { sql } from 'kysely'
import type { Env } from './env.ts'
import { askPassword, withProgressBar } from './terminal.ts'

/** Writes a backup of the site into a directory. @param url of the runtime role, without a pooler */
export async function writeBackupOf(env: Env, url: string, directory: string): Promise<WrittenBackup> {
  const source = { url, storage: await openStore(env), settings: env }
  return withProgressBar('tables and files', (onProgress) => writeBackup(source, directory, onProgress))
}

/**
 * The newest backup of a site in a directory, if nobody has written to the site since: an upgrade that fails is started again and
 * again, and would fill the disk. Whoever writes is audited, and a worker runs beside every server.
 */
export async function findCurrentBackup(db: Db, directory: string): Promise<string | null> {
  for (const path of await listArchives(directory)) {
    await using archive = await openIfUsable(path)
    if (!archive) continue
    const { installation, level, created_at } = archive.manifest
    const { rows } = await sql<{ is_current: boolean }>`
      select ${level} = (select max(name) from kysely_migration) and ${created_at} > greatest(
        (select max(at) from audit_log), (select max(last_heartbeat) from workers), '-infinity') as is_current
      from installation where id::text = ${installation}`.execute(db)
    if (rows[0]) return rows[0].is_current ? path : null
  }
  return null
}

/** The options of a command that says what opens the secrets of a backup. */
export interface KeyOptions {
  identity?: string | undefined
  withoutSecrets?: true | undefined
}

/**
 * What opens the secrets of a backup: an age identity in a file, or the passphrase of the settings or of a prompt.
 * @returns null when the backup has no secrets, or they are not to be opened
 */
export async function keyFor(
  backup: string,
  env: Env,
  { identity, withoutSecrets }: KeyOptions,
): Promise<Key | null> {
  if (withoutSecrets) return null
  await using archive = await openArchive(backup)
  if (!archive.has(SECRETS_FILE)) return null
  if (identity) return { identity: identityIn(await readFile(identity, 'utf8')) }
  return { passphrase: env.BACKUP_PASSPHRASE ?? (await askPassword('Passphrase of the backup')) }
}

/** A file of `age-keygen` has comments around the identity. */
const identityIn = (text: string) =>
  text.split('\n').find((line) => line.startsWith('AGE-SECRET-KEY-')) ?? text.trim()
