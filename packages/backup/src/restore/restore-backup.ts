import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sameLevel } from '@nightdesk/db'
import { borrowEmbedded, startEmbedded } from '@nightdesk/db/embedded'
import { isOwnKey, makeDirectory, ObjectExists, openDisk, type Store } from '@nightdesk/storage'
import { openArchive, type Progress } from '../archive.ts'
import { inspectDatabase, openClient } from '../database.ts'
import { type Manifest, objectFile, objectKeys, RestoreRefused } from '../manifest.ts'
import { type Key, writeSigningKey } from '../secrets.ts'
import { checkArchive, loadDatabase, type RestoreInput, type TargetDatabase } from './load-database.ts'
import { fillPostgres, OCCUPIED, PARTS, replaceData, requireStopped } from './replace-data.ts'

export interface RestoreTarget {
  /** With the embedded Postgres, unless there is another database, and the uploads, unless there is a bucket. */
  data_dir: string
  database: TargetDatabase | null
  bucket: Store | null
}

interface RestoreOptions {
  /** Opens the secrets; null restores without them. */
  key: Key | null
  /** Restores where there is data, which is moved aside first. */
  replace: boolean
  /** Saves what only the data of before has, while it is in its place and no site runs on it. */
  beforeReplacing?: () => Promise<unknown>
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

/**
 * Restores a site from an archive, after every byte of it was checked. After a failure the site is as it was before; a
 * killed restore can be repeated.
 * @throws RestoreRefused, or ArchiveDamaged with the name of the damaged file
 */
export async function restoreBackup(
  path: string,
  target: RestoreTarget,
  { key, replace, beforeReplacing, onProgress }: RestoreOptions,
): Promise<RestoreReport> {
  if (target.database && replace) throw new RestoreRefused(NO_REPLACEMENT)
  await using archive = await openArchive(path)
  const { manifest } = archive
  const input = await checkArchive(archive, key, onProgress)
  const before = target.database
    ? await restoreExternal(input, target, target.database)
    : await restoreDataDirectory(input, target, { replace, beforeReplacing })
  const secrets = Object.keys(input.secrets ?? {})
  return { manifest, objects: objectKeys(manifest).length, secrets, before }
}

const NO_REPLACEMENT =
  '--replace moves the data of the embedded Postgres only. Create an empty database beside the present one, and set DATABASE_URL to it: ' +
  'the present one is then as it was'

/**
 * Restores a site with the embedded Postgres: into a directory beside the data, which takes its place when it is complete.
 * @returns the directory with the data of before; null when there was none
 */
async function restoreDataDirectory(
  input: RestoreInput,
  { data_dir, bucket }: RestoreTarget,
  { replace, beforeReplacing }: Pick<RestoreOptions, 'replace' | 'beforeReplacing'>,
): Promise<string | null> {
  await requireStopped(data_dir)
  if (!replace) {
    await requireUnused(data_dir)
    await requireNoOthers(input, bucket ?? (await openDisk({ DATA_DIR: data_dir })))
  }
  const parts = PARTS.filter((part) => !(bucket && part === 'uploads'))
  const { before } = await replaceData(data_dir, parts, async (scratch) => {
    await beforeReplacing?.()
    await loadObjects(input, bucket ?? (await openDisk({ DATA_DIR: scratch })))
    await writeSigningKey(scratch, input.secrets)
    const postgres = await startEmbedded(join(scratch, 'postgres'))
    await fillPostgres(postgres, () => loadDatabase(input, postgres))
  })
  return before
}

async function requireUnused(data_dir: string): Promise<void> {
  const home = join(data_dir, 'postgres')
  if (!existsSync(join(home, 'cluster'))) return
  await using postgres = await borrowEmbedded(home)
  await using client = await openClient(postgres.owner_url)
  if ((await inspectDatabase(client)).hasRows) throw new RestoreRefused(OCCUPIED(data_dir))
}

/**
 * Restores into a Postgres that Nightdesk does not run. Objects come before rows, so that no row is without its file.
 * @returns null, as nothing is moved aside
 */
async function restoreExternal(
  input: RestoreInput,
  { data_dir, bucket }: RestoreTarget,
  database: TargetDatabase,
): Promise<null> {
  await requireEmpty(database, input)
  await makeDirectory(data_dir)
  const storage = bucket ?? (await openDisk({ DATA_DIR: data_dir }))
  await requireNoOthers(input, storage)
  await loadObjects(input, storage)
  await writeSigningKey(data_dir, input.secrets)
  await loadDatabase(input, database)
  return null
}

async function requireEmpty({ owner_url }: TargetDatabase, { archive }: RestoreInput): Promise<void> {
  await using client = await openClient(owner_url)
  const { isRunning, hasRows, level } = await inspectDatabase(client)
  if (isRunning) throw new RestoreRefused('A site runs on this database: stop it first')
  if (hasRows) throw new RestoreRefused('The database has a site already: restore into an empty database')
  if (level && level !== sameLevel(archive.manifest.level))
    throw new RestoreRefused(
      'The database has the tables of another version of Nightdesk: restore into an empty database',
    )
}

/** Files of a restore that was killed do not count, as it can be repeated. @throws RestoreRefused when there are others */
async function requireNoOthers({ archive }: RestoreInput, storage: Store): Promise<void> {
  for await (const { key } of storage.list())
    if (isOwnKey(key) && !archive.has(objectFile(key)))
      throw new RestoreRefused('The storage has files already: restore into an empty one')
}

/** Stores all objects. Those that the store has already with the same bytes stay. */
async function loadObjects({ archive, step }: RestoreInput, storage: Store): Promise<void> {
  for (const key of objectKeys(archive.manifest)) {
    await storage.put(key, await buffer(archive.read(objectFile(key)))).catch((error: unknown) => {
      if (!(error instanceof ObjectExists)) throw error
      throw new RestoreRefused(`The storage has another file named ${key}`, { cause: error })
    })
    step()
  }
}
