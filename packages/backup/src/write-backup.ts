import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { type Database, type Db, DELETION_LOCK, numberedLevels, secretFingerprint } from '@nightdesk/db'
import { syncDirectory } from '@nightdesk/db/embedded'
import { ignoreNotFound, type Store } from '@nightdesk/storage'
import type { Client } from 'pg'
import {
  type Archive,
  type ArchiveWriter,
  archiveName,
  type Bytes,
  createArchive,
  openIfUsable,
  partialName,
  removePartial,
} from './archive.ts'
import { openClient } from './database.ts'
import { ArchiveDamaged, FORMAT, type Manifest, objectFile, objectKeys, SECRETS_FILE } from './manifest.ts'
import { fingerprintsOf, type Lock, type Secrets, sealSecrets } from './secrets.ts'
import {
  readFacts,
  readSecrets,
  readSigningKeyFingerprint,
  readStoredObjects,
  type StoredRow,
  writeTables,
} from './tables.ts'

export interface BackupSource {
  /** Of a role that may read all tables, without a pooler. */
  url: string
  storage: Store
  /** The version of Nightdesk. */
  product: string
  /** The key that signs tokens, in base64; null when this program does not know it. */
  jwt_secret: string | null
}

export interface BackupOptions {
  /** Where archives are kept; it is made when it is missing. */
  directory: string
  /** Who can open the secrets; null leaves them out. */
  lock: Lock | null
  /** An earlier archive of this site. The objects that it has are copied from it, and not from a bucket. */
  previous?: string | undefined
  onProgress?: ((progress: Progress) => void) | undefined
}

/** Of tables and objects. */
export interface Progress {
  done: number
  total: number
}

export interface WrittenBackup {
  path: string
  /** In bytes. */
  size: number
  manifest: Manifest
}

/**
 * Writes a whole backup of a site into one file, while the site is written to. The file gets its name when it is complete
 * and on the disk; after a failure, nothing of it is left.
 * @throws when another backup of this site is being made, and when the disk is full
 */
export async function writeBackup(source: BackupSource, options: BackupOptions): Promise<WrittenBackup> {
  const { directory } = options
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await using client = await openClient(source.url)
  await lockSite(client)
  const { installation } = await readFacts(client)
  await removePartial(directory, installation)
  const partial = join(directory, partialName(installation, randomUUID()))
  try {
    const written = await writeArchive(client, source, options, partial)
    const path = join(directory, archiveName(written.manifest))
    await rename(partial, path)
    await syncDirectory(directory)
    return { path, ...written }
  } catch (error) {
    await rm(partial, { force: true })
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error // other errors have other codes, or none
    const sentence = `There is no space left for a backup in ${directory}. The earlier backups are as they were`
    throw new Error(sentence, { cause: error })
  }
}

/** Until the connection ends. */
async function lockSite(client: Client): Promise<void> {
  const { rows } = await client.query<{ is_alone: boolean }>(
    `select pg_try_advisory_lock(hashtext('nightdesk backup')) as is_alone`,
  )
  if (!rows[0]?.is_alone) throw new Error('Another backup of this site is being made')
  await client.query('select pg_advisory_lock_shared(hashtext($1))', [DELETION_LOCK])
}

async function writeArchive(
  client: Client,
  { storage, product, jwt_secret }: BackupSource,
  { lock, previous, onProgress = () => {} }: BackupOptions,
  path: string,
) {
  await using archive = await createArchive(path)
  await client.query('begin isolation level repeatable read read only')
  // DROP TABLE does not heed snapshots: no month of views is dropped between the snapshot and its copy.
  await client.query('lock table views in access share mode')
  const facts = await readFacts(client)
  const objects = await readStoredObjects(client)
  const signing_key = await readSigningKeyFingerprint(client)
  const secrets: Secrets = {
    ...(jwt_secret && isKey(jwt_secret, signing_key) && { jwt: jwt_secret }),
    ...(await readSecrets(client)),
  }
  const tables = await writeTables(client, archive, (progress) =>
    onProgress({ ...progress, total: progress.total + objects.length }),
  )
  await client.query('commit')
  // Without it, this one only takes longer.
  await using earlier = previous ? await openIfUsable(previous) : undefined
  const total = tables.length + objects.length
  const broken_objects = await writeObjects(archive, { storage, earlier, objects }, (done) =>
    onProgress({ done: tables.length + done, total }),
  )
  if (lock) await archive.add(SECRETS_FILE, [await sealSecrets(secrets, lock)])
  return await archive.finish({
    format: FORMAT,
    product,
    ...facts,
    tables,
    broken_objects,
    secrets: { ...(signing_key && { jwt: signing_key }), ...fingerprintsOf(secrets) },
    lacks_signing_key: signing_key !== null && !secrets.jwt,
  })
}

/** A key in the data directory is not that of a site whose server has another one in its settings. */
const isKey = (value: string, fingerprint: string | null) =>
  fingerprint === null || fingerprint === secretFingerprint('jwt', value)

interface Objects {
  storage: Store
  /** An earlier archive. */
  earlier: Archive | undefined
  objects: StoredRow[]
}

/** @returns the keys of objects that the store lacks, or whose size is not the one that was stored */
export async function writeObjects(
  archive: ArchiveWriter,
  { storage, earlier, objects }: Objects,
  onProgress: (done: number) => void,
): Promise<string[]> {
  const broken: string[] = []
  for (const [index, { key, bytes }] of objects.entries()) {
    const source =
      (await fromEarlier(storage, earlier, key)) ?? (await storage.get(key).catch(ignoreNotFound))
    const size = source && (await archive.add(objectFile(key), source)).size
    if (size !== bytes) broken.push(key)
    onProgress(index + 1)
  }
  return broken
}

/** Objects never change, so what an earlier archive has need not be downloaded again. A disk is as fast as an archive. */
async function fromEarlier(
  storage: Store,
  earlier: Archive | undefined,
  key: string,
): Promise<Bytes | undefined> {
  const name = objectFile(key)
  if (storage.description.kind === 'disk' || !earlier?.has(name)) return undefined
  try {
    for await (const _ of earlier.read(name));
  } catch (error) {
    if (error instanceof ArchiveDamaged) return undefined
    throw error
  }
  return earlier.read(name)
}

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
