import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
import { createArchive, openArchive, type Progress } from './archive.ts'
import { inspectDatabase, openClient } from './database.ts'
import { RestoreRefused } from './manifest.ts'
import { loadDatabase, requireKnownLevel } from './restore/load-database.ts'
import { fillPostgres, replaceData, requireStopped } from './restore/replace-data.ts'
import { LEFT_OUT_OF_UPGRADES, readFacts, writeTables } from './tables.ts'
import { earlierPostgresOf, formerMarkOf } from './unfinished.ts'

interface UpgradeOptions {
  /** Called before the Postgres of that version is downloaded. */
  onDownload: (major: number) => void
  /** Of tables that are read, then loaded. */
  onProgress: (progress: Progress) => void
}

/**
 * Moves the database of a site to the embedded Postgres of this release, from that of an earlier one: its own Postgres reads all
 * rows, a new cluster is made of them, migrated to the newest schema and compared, and takes its place. Sessions and the queue
 * come along. After a failure, or when it is killed, the site is as it was before, or completely moved; a start goes on.
 * @returns the major version of Postgres that the database was of, and the directory with the database of before
 * @throws RestoreRefused while a site runs, or when the disk is too small
 */
export async function upgradePostgres(data_dir: string, { onDownload, onProgress }: UpgradeOptions) {
  const home = join(data_dir, 'postgres')
  const from = await clusterMajor(home)
  if (from === null || from >= POSTGRES_MAJOR)
    throw new Error(`${home} has no database of an earlier Postgres`)
  await requireStopped(data_dir)
  await requireRoom(data_dir)
  onDownload(from)
  const earlier = earlierPostgresOf(data_dir)
  const binaries = await downloadEarlier(from, earlier)
  const build = (scratch: string) => buildCluster(scratch, { home, binaries }, onProgress)
  const { before } = await replaceData(data_dir, ['postgres'], build, `postgres-${POSTGRES_MAJOR}`)
  await rm(earlier, { recursive: true, force: true })
  return { from, before: before! } // the cluster that was there
}

async function buildCluster(
  scratch: string,
  earlier: { home: string; binaries: Binaries },
  onProgress: (progress: Progress) => void,
): Promise<void> {
  const dump = join(scratch, 'dump.tar')
  const former = await readFormer(earlier, dump, onProgress)
  const postgres = await startEmbedded(join(scratch, 'postgres'))
  await fillPostgres(postgres, async () => {
    if (!former) return
    await load(dump, postgres, onProgress)
    await addJobs(postgres.owner_url, former.jobs)
  })
  await rm(dump, { force: true })
  if (former) await writeFile(formerMarkOf(scratch), former.mark)
}

/**
 * Writes the rows of a database into an archive like that of a backup. Unlike a backup it has sessions, secrets and the list of
 * backups, and no files: those stay where they are.
 * @returns the mark of its installation, and its jobs; null when there are no tables
 */
async function readFormer(
  { home, binaries }: { home: string; binaries: Binaries },
  dump: string,
  onProgress: (progress: Progress) => void,
) {
  // A command that is run meanwhile is refused when it writes, as its rows would not come along.
  const settings = { default_transaction_read_only: 'on' }
  await using postgres = await startEmbedded(home, { binaries, isLocked: true, settings })
  await using client = await openClient(postgres.owner_url)
  if ((await inspectDatabase(client)).level === null) return null
  await using archive = await createArchive(dump)
  await client.query('begin isolation level repeatable read read only')
  const facts = await readFacts(client)
  const onTable = ({ done, total }: Progress) => onProgress({ done, total: 2 * total })
  const tables = await writeTables(client, archive, onTable, LEFT_OUT_OF_UPGRADES)
  const jobs = await readJobs(client)
  await client.query('commit')
  await archive.finish({ ...facts, tables, broken_objects: [], secrets: {} })
  await using connection = connect(postgres.owner_url, { max: 1 })
  return { mark: await installationMark(connection.db), jobs }
}

async function load(
  dump: string,
  postgres: EmbeddedPostgres,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  await using archive = await openArchive(dump)
  await requireKnownLevel(archive.manifest)
  const { length } = archive.manifest.tables
  let done = length
  const step = () => onProgress({ done: ++done, total: 2 * length })
  await loadDatabase({ archive, secrets: null, step }, postgres)
}

/** The jobs that are still to be done, with the arguments of `add_job`, as JSON. One that was interrupted is done again. */
async function readJobs(client: Client): Promise<string> {
  const { rows: found } = await client.query(
    `select where to_regclass('graphile_worker._private_jobs') is not null`,
  )
  if (found.length === 0) return '[]'
  const { rows } = await client.query<{ waiting: string }>(
    `select coalesce(json_agg(waiting), '[]')::text as waiting from (
       select task.identifier, job.payload, queue.queue_name, job.run_at, job.max_attempts, job.key as job_key, job.priority
       from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id
       left join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
       where job.attempts < job.max_attempts order by job.id
     ) waiting`,
  )
  return rows[0]!.waiting // an aggregate has one row
}

/** @param url of the role that owns the queue */
async function addJobs(url: string, jobs: string): Promise<void> {
  await using client = await openClient(url)
  await client.query(
    `select graphile_worker.add_job(
       identifier, payload, queue_name, run_at, max_attempts, job_key, priority
     )
     from json_to_recordset($1) as job(
       identifier text, payload json, queue_name text, run_at timestamptz, max_attempts integer, job_key text, priority integer
     )`,
    [jobs],
  )
}

/** Of the Postgres of an earlier release, installed, and an empty cluster. */
const FIXED = 150_000_000

/** The bytes that an upgrade takes: the rows once as text, and once in a new cluster. */
export async function roomForUpgrade(data_dir: string) {
  const needed = FIXED + 2 * (await sizeOf(join(data_dir, 'postgres', 'cluster', 'base')))
  const { available } = await diskSpace(data_dir)
  return { needed, available }
}

/** @throws RestoreRefused */
async function requireRoom(data_dir: string): Promise<void> {
  const { needed, available } = await roomForUpgrade(data_dir)
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
