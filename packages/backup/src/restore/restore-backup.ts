import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { hasLevel } from '@nightdesk/db'
import { borrowEmbedded, startEmbedded } from '@nightdesk/db/embedded'
import { isOwnKey, ObjectExists, openDisk, type Store } from '@nightdesk/storage'
import { type Archive, newer, openArchive } from '../archive.ts'
import { findUse, openClient } from '../database.ts'
import { type Manifest, objectFile, objectKeys, RestoreRefused, SECRETS_FILE } from '../manifest.ts'
import { type Key, openSecrets, type Secrets, writeSigningKey } from '../secrets.ts'
import type { Progress } from '../write-backup.ts'
import { loadDatabase, type TargetDatabase } from './load-database.ts'
import { fillPostgres, OCCUPIED, PARTS, replaceData, requireStopped } from './replace-data.ts'

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
  if (!(await hasLevel(manifest.level)))
    throw new RestoreRefused(manifest.level < '01' ? OLDER : newer(manifest))
}

const OLDER =
  'The backup is of a version before 0.1. Restore it with 0.1, in an empty directory, and make a new one there'

/** @returns null without a key, or when the archive has no secrets */
export async function openArchivedSecrets(archive: Archive, key: Key | null): Promise<Secrets | null> {
  if (!key || !archive.has(SECRETS_FILE)) return null
  const chunks: Buffer[] = []
  for await (const chunk of archive.read(SECRETS_FILE)) chunks.push(chunk)
  return openSecrets(Buffer.concat(chunks), key)
}

interface DataDirectory {
  data_dir: string
  bucket: Store | null
  replace: boolean
}

/**
 * Restores a site with the embedded Postgres: into a directory beside the data, which takes its place when it is complete.
 * @returns the directory with the data of before; null when there was none
 */
export async function restoreDataDirectory(
  material: Material,
  target: DataDirectory,
): Promise<string | null> {
  const { data_dir, bucket, replace } = target
  await requireStopped(data_dir)
  if (!replace) await requireEmptyDirectory(material, target)
  const parts = PARTS.filter((part) => !(bucket && part === 'uploads'))
  return replaceData(data_dir, parts, async (scratch) => {
    await loadObjects(material, bucket ?? (await openDisk({ DATA_DIR: scratch })))
    await writeSigningKey(scratch, material.secrets)
    await loadEmbedded(material, join(scratch, 'postgres'))
  })
}

async function requireEmptyDirectory(material: Material, { data_dir, bucket }: DataDirectory): Promise<void> {
  const home = join(data_dir, 'postgres')
  if (existsSync(join(home, 'cluster'))) {
    await using postgres = await borrowEmbedded(home)
    await using client = await openClient(postgres.owner_url)
    if ((await findUse(client)).hasRows) throw new RestoreRefused(OCCUPIED(data_dir))
  }
  await requireNoOthers(material, bucket ?? (await openDisk({ DATA_DIR: data_dir })))
}

async function loadEmbedded({ archive, secrets, step }: Material, home: string): Promise<void> {
  const postgres = await startEmbedded(home)
  await fillPostgres(postgres, () => loadDatabase(archive, postgres, secrets, step))
}

interface External {
  data_dir: string
  database: TargetDatabase
  bucket: Store | null
  replace: boolean
}

/**
 * Restores into a Postgres that Nightdesk does not run. Objects come before rows, so that no row is without its file.
 * @returns null, as nothing is moved aside
 */
export async function restoreExternal(material: Material, target: External): Promise<null> {
  const { data_dir, database, bucket, replace } = target
  if (replace) throw new RestoreRefused(NO_REPLACEMENT)
  await requireEmptyDatabase(database, material)
  await mkdir(data_dir, { recursive: true })
  const storage = bucket ?? (await openDisk({ DATA_DIR: data_dir }))
  await requireNoOthers(material, storage)
  await loadObjects(material, storage)
  await writeSigningKey(data_dir, material.secrets)
  await loadDatabase(material.archive, database, material.secrets, material.step)
  return null
}

async function requireEmptyDatabase({ owner_url }: TargetDatabase, { archive }: Material): Promise<void> {
  await using client = await openClient(owner_url)
  const use = await findUse(client)
  if (use.isRunning) throw new RestoreRefused('A site runs on this database: stop it first')
  if (use.hasRows) throw new RestoreRefused('The database has a site already: restore into an empty database')
  if (use.level && use.level !== archive.manifest.level)
    throw new RestoreRefused(
      'The database has the tables of another version of Nightdesk: restore into an empty database',
    )
}

const NO_REPLACEMENT =
  '--replace moves the data of the embedded Postgres only. Create an empty database beside the present one, and set DATABASE_URL to it: ' +
  'the present one is then as it was'

/** Stores all objects. Those that the store has already with the same bytes stay. */
export async function loadObjects({ archive, step }: Material, storage: Store): Promise<void> {
  for (const key of objectKeys(archive.manifest)) {
    await storage.put(key, await buffer(archive.read(objectFile(key)))).catch((error: unknown) => {
      if (!(error instanceof ObjectExists)) throw error
      throw new RestoreRefused(`The storage has another file named ${key}`, { cause: error })
    })
    step()
  }
}

/** Files of a restore that was killed do not count, as it can be repeated. @throws RestoreRefused when there are others */
export async function requireNoOthers({ archive }: Material, storage: Store): Promise<void> {
  for await (const { key } of storage.list())
    if (isOwnKey(key) && !archive.has(objectFile(key)))
      throw new RestoreRefused('The storage has files already: restore into an empty one')
}
