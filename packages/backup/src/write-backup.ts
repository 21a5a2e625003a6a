import { randomUUID } from 'node:crypto'
import { readdir, rename, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { type Database, type Db, DELETION_LOCK, numberedLevels, secretFingerprint } from '@nightdesk/db'
import { codeOf, ignoreNotFound, makeDirectory, type Store, syncDirectory } from '@nightdesk/storage'
import type { Client } from 'pg'
import {
  archiveName,
  createArchive,
  listAllArchives,
  openIfUsable,
  type Progress,
  readObject,
} from './archive.ts'
import { openClient, tryLock } from './database.ts'
import { type Manifest, objectFile, objectKeys, SECRETS_FILE } from './manifest.ts'
import { fingerprintsOf, type SecretSettings, type Secrets, sealSecrets, signingKey } from './secrets.ts'
import { readFacts, writeTables } from './tables.ts'

export interface BackupSource {
  /** Of a role that may read all tables, without a pooler. */
  url: string
  storage: Store
  settings: SecretSettings
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
 * @param directory of the archives; it is made when it is missing
 * @param onProgress is told of tables and objects
 * @throws when another backup of this site is being made, and when the disk is full
 */
export async function writeBackup(
  source: BackupSource,
  directory: string,
  onProgress: (progress: Progress) => void = () => {},
): Promise<WrittenBackup> {
  await makeDirectory(directory, 0o700)
  const [previous] = await listAllArchives(directory)
  await using client = await openClient(source.url)
  await lockSite(client)
  const { installation } = await readFacts(client)
  // Several sites may share a directory, so the names of unfinished files say whose they are.
  const prefix = `.partial-${installation.slice(0, 8)}-`
  // Of a backup that was killed.
  for (const name of await readdir(directory))
    if (name.startsWith(prefix)) await rm(join(directory, name), { force: true })
  const partial = join(directory, prefix + randomUUID())
  try {
    const written = await writeArchive(client, source, partial, previous, onProgress)
    const path = join(directory, archiveName(written.manifest))
    await rename(partial, path)
    await syncDirectory(directory)
    return { path, ...written }
  } catch (error) {
    await rm(partial, { force: true })
    if (codeOf(error) !== 'ENOSPC') throw error
    const sentence = `There is no space left for a backup in ${directory}. The earlier backups are as they were`
    throw new Error(sentence, { cause: error })
  }
}

/** Until the connection ends. */
async function lockSite(client: Client): Promise<void> {
  if (!(await tryLock(client, 'nightdesk backup')))
    throw new Error('Another backup of this site is being made')
  await client.query('select pg_advisory_lock_shared(hashtext($1))', [DELETION_LOCK])
}

async function writeArchive(
  client: Client,
  { storage, settings }: BackupSource,
  path: string,
  previous: string | undefined,
  onProgress: (progress: Progress) => void,
) {
  await using archive = await createArchive(path)
  await client.query('begin isolation level repeatable read read only')
  // DROP TABLE does not heed snapshots: no month of views is dropped between the snapshot and its copy.
  await client.query('lock table views in access share mode')
  const facts = await readFacts(client)
  const objects = await readStoredObjects(client)
  const fingerprint = await readSigningKeyFingerprint(client)
  const jwt = await signingKey(settings)
  // A key in the data directory is not that of a site whose server has another one in its settings.
  const isOurs =
    jwt !== null && (fingerprint ?? secretFingerprint('jwt', jwt)) === secretFingerprint('jwt', jwt)
  const secrets: Secrets = { ...(isOurs && { jwt }), ...(await readSecrets(client)) }
  // First, so that a key with a typing error is refused before everything else is read.
  const sealed = await sealSecrets(secrets, settings)
  const tables = await writeTables(client, archive, ({ done, total }) =>
    onProgress({ done, total: total + objects.length }),
  )
  await client.query('commit')
  // Objects never change, so what an earlier archive has need not be downloaded again. A disk is as fast as an archive.
  const isRemote = storage.description.kind === 's3'
  await using earlier = isRemote && previous ? await openIfUsable(previous) : undefined
  const broken_objects: string[] = []
  for (const [index, { key, bytes }] of objects.entries()) {
    const content =
      (earlier && (await readObject(earlier, key))) ?? (await storage.get(key).catch(ignoreNotFound))
    const size = content && (await archive.add(objectFile(key), content)).size
    if (size !== bytes) broken_objects.push(key)
    onProgress({ done: tables.length + index + 1, total: tables.length + objects.length })
  }
  if (sealed) await archive.add(SECRETS_FILE, [sealed])
  return await archive.finish({
    ...facts,
    tables,
    broken_objects,
    secrets: { ...(fingerprint && { jwt: fingerprint }), ...fingerprintsOf(secrets) },
    lacks_signing_key: fingerprint !== null && !secrets.jwt,
  })
}

/** The objects of the snapshot with the sizes that their rows say, without files that are rendered again when they are needed. */
async function readStoredObjects(client: Client) {
  const { rows } = await client.query<{ key: string; bytes: number }>(
    `select key, bytes::float8 as bytes from stored_objects
     where not exists (select from renditions where filename = key) order by key collate "C"`,
  )
  return rows
}

/** The keys that all servers share, in base64. */
async function readSecrets(client: Client): Promise<Secrets> {
  const { rows } = await client.query<{ name: string; value: Buffer }>('select name, value from secrets')
  return Object.fromEntries(rows.map(({ name, value }) => [name, value.toString('base64')]))
}

/** Null before the first start of a server, and in a database of before, which may be backed up before it is migrated. */
async function readSigningKeyFingerprint(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ fingerprint: string | null }>(
    `select to_jsonb(installation) ->> 'signing_key_fingerprint' as fingerprint from installation`,
  )
  return rows[0]?.fingerprint ?? null
}

export interface NewBackup
  extends Pick<Database['backups'], 'file' | 'bytes' | 'rows' | 'objects' | 'secrets' | 'level'> {
  created_at: string
}

/** The row of a backup in the list of a site. */
export const describeBackup = ({ path, size, manifest }: WrittenBackup): NewBackup => ({
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
 * Adds a backup on the disk of this machine to the list of the site, unless it is there. Before a database is migrated it may have
 * no such list; the next backup of the worker then adds this one.
 */
export async function recordBackup(db: Db, written: WrittenBackup): Promise<void> {
  if (written.manifest.level !== (await numberedLevels()).at(-1)) return
  await db
    .insertInto('backups')
    .values({ ...describeBackup(written), host: hostname() })
    .onConflict((on) => on.column('file').doNothing())
    .execute()
}
