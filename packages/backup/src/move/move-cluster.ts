import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, installationMark } from '@nightdesk/db'
import {
  type Binaries,
  clusterMajor,
  downloadEarlier,
  type EmbeddedPostgres,
  POSTGRES_MAJOR,
  startEmbedded,
} from '@nightdesk/db/embedded'
import { openArchive } from '../archive/read-archive.ts'
import { loadDatabase } from '../restore/load-database.ts'
import { fillPostgres, replaceData, requireStopped } from '../restore/replace-data.ts'
import { requireKnownLevel } from '../restore/restore-backup.ts'
import { earlierPostgresOf, formerMarkOf } from '../unfinished.ts'
import type { Progress } from '../write-backup.ts'
import { loadQueue } from './queue.ts'
import { requireRoom } from './room.ts'
import { writeDump } from './write-dump.ts'

export interface MoveOptions {
  /** Called before the Postgres of that version is downloaded. */
  onDownload?: (major: number) => void
  /** Of tables that are read, then loaded. */
  onProgress?: (progress: Progress) => void
}

export interface MovedCluster {
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
