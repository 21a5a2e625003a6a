import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  clusterMajor,
  type EmbeddedOptions,
  type EmbeddedPostgres,
  POSTGRES_MAJOR,
  startEmbedded,
} from '@nightdesk/db/embedded'
import type { Progress } from '../archive.ts'
import { RestoreRefused } from '../manifest.ts'
import {
  type ArchivedCluster,
  COMPRESSED,
  isSegment,
  type StoredBase,
  segmentAt,
  timelinePrefix,
} from './archive.ts'
import { unpackBase } from './base.ts'

/** A base backup with the WAL that follows it. */
export interface Origin {
  cluster: ArchivedCluster
  base: StoredBase
}

interface Moment {
  /** Null replays all WAL that there is. */
  until: string | null
  /** The WAL of the same cluster that was not archived yet, if it is at hand. */
  pg_wal?: string | null
  onProgress?: (progress: Progress) => void
  /** Of the Postgres that replays it. */
  options: Pick<EmbeddedOptions, 'archives' | 'settings'>
}

export interface Recovery {
  /** It has the site of that moment; null when the WAL ends before. */
  postgres: EmbeddedPostgres | null
  /** When the last change that it has was made; null without one since the base backup. */
  last_change: string | null
  /** The archived file at which it ended because it cannot be read. */
  damaged: string | null
}

/** Of a day: replaying the WAL of weeks takes as long as writing it took. */
const RECOVERY_LIMIT = 86_400_000

/** Makes a cluster of a base backup, and has Postgres replay its WAL. @param home an empty directory for it */
export async function recover(
  origin: Origin,
  home: string,
  { until, pg_wal = null, onProgress = () => {}, options }: Moment,
): Promise<Recovery> {
  const cluster = join(home, 'cluster')
  const replay = join(home, REPLAY)
  await mkdir(cluster, { recursive: true, mode: 0o700 })
  await mkdir(replay)
  await unpackBase(origin.base, cluster)
  await requireOwnMajor(home)
  const total = await layOutWal(origin, pg_wal, replay, join(cluster, 'pg_wal'))
  await writeFile(join(cluster, 'recovery.signal'), '')
  const log = readLog((done) => onProgress({ done, total: Math.max(total, done) }))
  try {
    const postgres = await startEmbedded(home, {
      ...options,
      startLimit: RECOVERY_LIMIT,
      onLog: log.read,
      settings: { ...options.settings, ...recoverySettings(until) },
    })
    await rm(replay, { recursive: true })
    return { ...log.found, postgres }
  } catch (error) {
    if (!log.found.isTooShort) throw error
    return { ...log.found, postgres: null }
  }
}

/** WAL is replayed by the Postgres that wrote it only. @throws RestoreRefused */
async function requireOwnMajor(home: string): Promise<void> {
  const major = await clusterMajor(home)
  if (major !== POSTGRES_MAJOR)
    throw new RestoreRefused(
      `The site of that moment had Postgres ${major}, and this release comes with Postgres ${POSTGRES_MAJOR}: go back to the release before, which can restore it`,
    )
}

/** In the home of Postgres, which may run as an account that cannot read the archive. */
const REPLAY = 'replay'

/** @returns the number of segments that may be replayed */
async function layOutWal(
  { cluster, base }: Origin,
  pg_wal: string | null,
  replay: string,
  own: string,
): Promise<number> {
  const prefix = timelinePrefix(base.timeline)
  const first = segmentAt(base.timeline, base.start_lsn)
  const isNeeded = (name: string) => isSegment(name) && name.startsWith(prefix) && name >= first
  let total = 0
  for (const name of cluster.files) {
    // A history tells Postgres that the number of its timeline is taken.
    if (!isNeeded(name) && !name.endsWith('.history')) continue
    await copy(join(cluster.path, name + COMPRESSED), join(replay, name + COMPRESSED))
    total += 1
  }
  for (const name of pg_wal ? await readdir(pg_wal) : [])
    if (pg_wal && isNeeded(name) && !cluster.files.has(name)) await copy(join(pg_wal, name), join(own, name))
  return total
}

/** Without reading it, where the file system can. */
const copy = (from: string, to: string) => copyFile(from, to, constants.COPYFILE_FICLONE)

const recoverySettings = (until: string | null) => ({
  restore_command: RESTORE_COMMAND,
  // Postgres reads it before it knows that Z is UTC.
  ...(until !== null && { recovery_target_time: until.replace('Z', '+00') }),
  // A timeline is what one site has lived through; a restore begins another.
  recovery_target_timeline: 'current',
  recovery_target_action: 'promote',
  hot_standby: 'off',
})

/** Postgres runs it in the directory of the cluster, and puts names in place of %f and %p. */
const RESTORE_COMMAND = [
  ...[process.execPath, fileURLToPath(new URL('./fetch-segment.ts', import.meta.url))].map(quoted),
  `../${REPLAY}/%f${COMPRESSED}`,
  '%p',
].join(' ')

/** For the shell, and for Postgres. */
function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`
}

/** Reads how far Postgres came from its log, the only place where it says so. */
function readLog(onSegment: (count: number) => void) {
  const found: Omit<Recovery, 'postgres'> & { isTooShort: boolean } = {
    last_change: null,
    damaged: null,
    isTooShort: false,
  }
  let segments = 0
  function read(line: string) {
    const [, time] = /last completed transaction was at log time (\S+ \S+)\+00/.exec(line) ?? []
    if (time) found.last_change = new Date(`${time.replace(' ', 'T')}Z`).toISOString()
    const [, damaged] = /^DAMAGED (\S+)/.exec(line) ?? []
    if (damaged) found.damaged = damaged
    if (line.includes('recovery ended before configured recovery target was reached')) found.isTooShort = true
    if (line.includes('restored log file "')) onSegment(++segments)
  }
  return { found, read }
}
