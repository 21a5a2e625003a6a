import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { formatBytes } from '@nightdesk/contracts/files'
import { connect, installationMark } from '@nightdesk/db'
import {
  type Binaries,
  clusterMajor,
  downloadEarlier,
  type EmbeddedPostgres,
  POSTGRES_MAJOR,
  startEmbedded,
} from '@nightdesk/db/embedded'
import { diskSpace } from '@nightdesk/storage'
import type { Client } from 'pg'
import { type Archive, createArchive, openArchive } from './archive.ts'
import { findUse, openClient } from './database.ts'
import { FORMAT, PRODUCT, RestoreRefused } from './manifest.ts'
import { loadDatabase } from './restore/load-database.ts'
import { fillPostgres, replaceData, requireStopped } from './restore/replace-data.ts'
import { requireKnownLevel } from './restore/restore-backup.ts'
import { LEFT_OUT_OF_MOVES, listTables, readFacts, writeTables } from './tables.ts'
import { earlierPostgresOf, formerMarkOf } from './unfinished.ts'
import type { Progress } from './write-backup.ts'

interface MoveOptions {
  /** Called before the Postgres of that version is downloaded. */
  onDownload?: (major: number) => void
  /** Of tables that are read, then loaded. */
  onProgress?: (progress: Progress) => void
}

interface MovedCluster {
  /** The major version of Postgres that the database was of. */
  from: number
  /** The directory with the database of before. */
  before: string
}

/**
 * Moves the database of a site to the embedded Postgres of this release, from that of an earlier one: its own Postgres reads all
 * rows, a new cluster is made of them, migrated to the newest schema and compared, and takes its place. Sessions and the queue
 * come along. After a failure, or when it is killed, the site is as it was before, or completely moved; a start goes on.
 * @throws RestoreRefused while a site runs, or when the disk is too small
 */
export async function moveCluster(data_dir: string, options: MoveOptions = {}): Promise<MovedCluster> {
  const home = join(data_dir, 'postgres')
  const from = await clusterMajor(home)
  if (from === null || from >= POSTGRES_MAJOR)
    throw new Error(`${home} has no database of an earlier Postgres`)
  await requireStopped(data_dir)
  await requireRoom(data_dir)
  options.onDownload?.(from)
  const earlier = earlierPostgresOf(data_dir)
  const binaries = await downloadEarlier(from, earlier)
  const before = await replaceData(
    data_dir,
    ['postgres'],
    (scratch) => build(scratch, { home, binaries }, options),
    `postgres-${POSTGRES_MAJOR}`,
  )
  await rm(earlier, { recursive: true, force: true })
  if (before === null) throw new Error(`${home} was not moved to a directory beside it`)
  return { from, before }
}

interface Former {
  home: string
  binaries: Binaries
}

async function build(scratch: string, former: Former, { onProgress = () => {} }: MoveOptions): Promise<void> {
  const dump = join(scratch, 'dump.tar')
  const mark = await readFormer(former, dump, onProgress)
  const home = join(scratch, 'postgres')
  const postgres = await startEmbedded(home)
  await fillPostgres(postgres, async () => {
    if (mark !== null) await load(dump, postgres, onProgress)
  })
  await rm(dump, { force: true })
  if (mark !== null) await writeFile(formerMarkOf(scratch), mark)
}

/** @returns the mark of its installation; null when it has no tables */
async function readFormer(
  { home, binaries }: Former,
  dump: string,
  onProgress: (progress: Progress) => void,
): Promise<string | null> {
  await using postgres = await startEmbedded(home, { binaries, isLocked: true, settings: READ_ONLY })
  const isWritten = await writeDump(postgres.owner_url, dump, ({ done, total }) =>
    onProgress({ done, total: 2 * total }),
  )
  if (!isWritten) return null
  await using connection = connect(postgres.owner_url, { max: 1 })
  return await installationMark(connection.db)
}

/** A command that is run meanwhile is refused when it writes, as its rows would not come along. */
const READ_ONLY = { default_transaction_read_only: 'on' }

async function load(
  dump: string,
  postgres: EmbeddedPostgres,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  await using archive = await openArchive(dump)
  const { manifest } = archive
  await requireKnownLevel(manifest)
  const tables = manifest.tables.length
  let loaded = 0
  await loadDatabase(archive, postgres, null, () => {
    loaded += 1
    onProgress({ done: tables + loaded, total: 2 * tables })
  })
  await loadQueue(archive, postgres.owner_url)
}

/**
 * Writes the rows of a database into an archive like that of a backup. Unlike a backup it has sessions, secrets, the list of
 * backups and waiting jobs, and no files: those stay where they are.
 * @returns whether there are any tables
 */
async function writeDump(
  url: string,
  path: string,
  onProgress: (progress: Progress) => void,
): Promise<boolean> {
  await using client = await openClient(url)
  if ((await findUse(client)).level === null) return false
  await using archive = await createArchive(path)
  await client.query('begin isolation level repeatable read read only')
  const facts = await readFacts(client)
  const all = await listTables(client, LEFT_OUT_OF_MOVES)
  const tables = await writeTables(client, archive, onProgress, all)
  await archive.add(QUEUE_FILE, [Buffer.from(JSON.stringify(await readQueue(client)))])
  await client.query('commit')
  await archive.finish({
    format: FORMAT,
    product: PRODUCT,
    ...facts,
    tables,
    broken_objects: [],
    secrets: {},
  })
  return true
}

/** In the archive of a dump. */
const QUEUE_FILE = 'queue.json'

/** A job that waits, with the arguments of `add_job` of graphile-worker. */
interface WaitingJob {
  identifier: string
  payload: unknown
  queue_name: string | null
  /** ISO 8601. */
  run_at: string
  max_attempts: number
  job_key: string | null
  priority: number
}

/** The jobs that are still to be done. One that was interrupted is done again. */
async function readQueue(client: Client): Promise<WaitingJob[]> {
  const { rows: found } = await client.query(
    `select where to_regclass('graphile_worker._private_jobs') is not null`,
  )
  if (found.length === 0) return []
  const { rows } = await client.query<WaitingJob>(
    `select task.identifier, job.payload, queue.queue_name, to_json(job.run_at) #>> '{}' as run_at, job.max_attempts,
       job.key as job_key, job.priority
     from graphile_worker._private_jobs job
     join graphile_worker._private_tasks task on task.id = job.task_id
     left join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
     where job.attempts < job.max_attempts order by job.id`,
  )
  return rows
}

/** @param url of the role that owns the queue */
async function loadQueue(archive: Archive, url: string): Promise<void> {
  const jobs: WaitingJob[] = JSON.parse((await buffer(archive.read(QUEUE_FILE))).toString())
  await using client = await openClient(url)
  await client.query(
    `select graphile_worker.add_job(
       identifier, payload, queue_name, run_at, max_attempts, job_key, priority
     )
     from json_to_recordset($1) as job(
       identifier text, payload json, queue_name text, run_at timestamptz, max_attempts integer, job_key text, priority integer
     )`,
    [JSON.stringify(jobs)],
  )
}

/** In bytes. */
interface Room {
  needed: number
  available: number
}

/** Of the Postgres of an earlier release, installed, and an empty cluster. */
const FIXED = 150_000_000

/** The disk that a move takes: the rows once as text, and once in a new cluster. */
export async function roomForMove(data_dir: string): Promise<Room> {
  const needed = FIXED + 2 * (await sizeOf(join(data_dir, 'postgres', 'cluster', 'base')))
  const { available } = await diskSpace(data_dir)
  return { needed, available }
}

/** @throws RestoreRefused */
async function requireRoom(data_dir: string): Promise<void> {
  const { needed, available } = await roomForMove(data_dir)
  if (available >= needed) return
  throw new RestoreRefused(
    `The database cannot be moved to the Postgres of this release: that takes ${formatBytes(needed)} in ${data_dir}, and ${formatBytes(available)} are free. ` +
      'Delete what is not needed there; nothing has changed',
  )
}

async function sizeOf(directory: string): Promise<number> {
  const names = await readdir(directory, { recursive: true })
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(directory, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
