import { numberedLevels } from '@nightdesk/db'
import type { Store } from '@nightdesk/storage'
import { type Archive, newer, openArchive } from '../archive/read-archive.ts'
import { RestoreRefused } from '../errors.ts'
import { type Manifest, objectKeys, SECRETS_FILE } from '../manifest.ts'
import { type Key, openSecrets, type Secrets } from '../secrets.ts'
import type { Progress } from '../write-backup.ts'
import type { TargetDatabase } from './load-database.ts'
import { restoreDataDirectory } from './restore-data-directory.ts'
import { restoreExternal } from './restore-external.ts'

export interface RestoreTarget {
  /** With the embedded Postgres, unless there is another database, and the uploads, unless there is a bucket. */
  data_dir: string
  database: TargetDatabase | null
  bucket: Store | null
}

export interface RestoreOptions {
  /** Opens the secrets; null restores without them. */
  key: Key | null
  /** Restores where there is data, which is moved aside first. */
  replace: boolean
  onProgress?: ((progress: Progress) => void) | undefined
}

export interface RestoreReport {
  manifest: Manifest
  /** Number of uploaded files. */
  objects: number
  /** The keys that the site has again; empty without secrets. */
  secrets: string[]
  /** The directory that the data of before was moved to; null when there was none. */
  before: string | null
}

/** An archive that was read to its end, with what a restore needs of it. */
export interface Material {
  archive: Archive
  secrets: Secrets | null
  /** Called after each table and each object. */
  step: () => void
}

/**
 * Restores a site from an archive, after every byte of it was checked. After a failure the site is as it was before; a
 * killed restore can be repeated.
 * @throws RestoreRefused, or ArchiveDamaged with the name of the damaged file
 */
export async function restoreBackup(
  path: string,
  target: RestoreTarget,
  { key, replace, onProgress }: RestoreOptions,
): Promise<RestoreReport> {
  await using archive = await openArchive(path)
  const { manifest } = archive
  await requireKnownLevel(manifest)
  const step = countSteps(manifest, onProgress)
  await archive.check(step)
  const secrets = await openArchivedSecrets(archive, key)
  const material = { archive, secrets, step }
  const { database, ...place } = target
  const before = database
    ? await restoreExternal(material, { ...place, database, replace })
    : await restoreDataDirectory(material, { ...place, replace })
  return { manifest, objects: objectKeys(manifest).length, secrets: Object.keys(secrets ?? {}), before }
}

/** A step for each file that is read, and for each table and object that is used. */
export function countSteps(manifest: Manifest, onProgress: RestoreOptions['onProgress']): () => void {
  const { files, tables } = manifest
  const total = files.length + 1 + tables.length + objectKeys(manifest).length
  let done = 0
  return () => {
    done += 1
    onProgress?.({ done, total })
  }
}

/** @throws RestoreRefused when the database of the archive is at a level that this version does not have */
export async function requireKnownLevel(manifest: Manifest): Promise<void> {
  const levels = await numberedLevels()
  if (!levels.includes(manifest.level)) throw new RestoreRefused(newer(manifest))
}

/** @returns null without a key, or when the archive has no secrets */
export async function openArchivedSecrets(archive: Archive, key: Key | null): Promise<Secrets | null> {
  if (!key || !archive.has(SECRETS_FILE)) return null
  const chunks: Buffer[] = []
  for await (const chunk of archive.read(SECRETS_FILE)) chunks.push(chunk)
  return openSecrets(Buffer.concat(chunks), key)
}
