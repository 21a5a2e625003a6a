import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createZstdCompress, zstdDecompress } from 'node:zlib'
import { walQueueOf } from '@nightdesk/db/embedded'
import { makeDirectory, syncDirectory } from '@nightdesk/storage'
import { openClient, tryLock } from '../database.ts'
import { weekOf } from '../retention.ts'
import {
  type ArchivedCluster,
  BASE_FILE,
  COMPRESSED,
  missingSegment,
  newestBase,
  type PresentCluster,
  readArchivedCluster,
  readSystemIdentifier,
  readWalArchive,
  type StoredBase,
  segmentAt,
  timelinePrefix,
} from './archive.ts'
import { readPresentCluster, WITH_CHECKSUM, writeBase } from './base.ts'

/**
 * Archives what Postgres has put into its queue, makes a base backup when this week has none, and deletes what is past its
 * retention. Can be killed and repeated at any time.
 * @param url of the runtime role
 * @returns the number of segments, whether a base backup was made, and how many of them were deleted; null while another process
 * does the same
 * @throws when the Postgres is not embedded, or does not archive
 */
export async function archiveWal(url: string, archive: string) {
  await using client = await openClient(url)
  const present = await readPresentCluster(client)
  const { id, queue } = present
  if (queue === null) throw new Error(NOT_ARCHIVING)
  if (!(await tryLock(client, 'nightdesk WAL archive'))) return null
  const directory = join(archive, id)
  let segments = await collectSegments(queue, directory)
  const base = await isBaseDue(archive, present)
  if (base) {
    await writeBase(directory, url)
    segments += await collectSegments(queue, directory)
  }
  const deleted = await deleteOldWal(archive, present)
  return { segments, base, deleted }
}

const NOT_ARCHIVING =
  'BACKUP_WAL is on, and Postgres archives no WAL: it is not the embedded one, or was started without the setting. Restart Nightdesk, or set BACKUP_WAL to off'

/** One a week, and after a restore or a gap, from which on nothing could be restored. One of a clock that was ahead counts. */
async function isBaseDue(archive: string, { id, timeline, now }: PresentCluster): Promise<boolean> {
  const cluster = await readArchivedCluster(archive, id)
  const newest = newestBase(cluster, timeline)
  if (!newest || missingSegment(cluster, newest) !== null) return true
  return weekOf({ created_at: newest.ended_at }) < weekOf({ created_at: now })
}

/** Archives what the site that is there has put into its queue. @returns its system identifier; null without a site */
export async function collectPresent(site: { data_dir: string; archive: string }): Promise<string | null> {
  const home = join(site.data_dir, 'postgres')
  const present = await readSystemIdentifier(join(home, 'cluster'))
  const queue = walQueueOf(home)
  if (present !== null && existsSync(queue)) await collectSegments(queue, join(site.archive, present))
  return present
}

/**
 * Moves what Postgres has archived into the archive of its cluster, compressed. A segment is deleted only when its copy is on the
 * disk, so a run that was killed is repeated by the next one.
 * @returns their number
 */
export async function collectSegments(queue: string, directory: string): Promise<number> {
  await makeDirectory(directory, 0o700)
  const names = (await readdir(queue)).filter((name) => NAME.test(name)).sort()
  for (const name of names) {
    const path = join(queue, name)
    const target = join(directory, name + COMPRESSED)
    if (existsSync(target)) await requireSame(path, target)
    else await compress(path, target, join(directory, `.partial-${name}`))
    await rm(path)
  }
  return names.length
}

/** Segments, histories of timelines, and labels of base backups; not the temporary files of `basic_archive`. */
const NAME = /^[0-9A-F]{8}/

async function compress(path: string, target: string, partial: string): Promise<void> {
  const { mtime } = await stat(path)
  const file = createWriteStream(partial, { mode: 0o600 })
  await pipeline(createReadStream(path), createZstdCompress(WITH_CHECKSUM), file)
  await using handle = await open(partial, 'r+')
  // When Postgres archived it.
  await handle.utimes(mtime, mtime)
  await handle.sync()
  await rename(partial, target)
  await syncDirectory(join(target, '..'))
}

/** Postgres archives a segment again when it was killed before it noted the first time. */
async function requireSame(path: string, target: string): Promise<void> {
  const archived = await promisify(zstdDecompress)(await readFile(target))
  if (archived.equals(await readFile(path))) return
  throw new Error(
    `${target} has other changes than ${path}: another copy of this site archives into the same directory. Set BACKUP_DIR to one of its own`,
  )
}

/** The newest weeks whose base backups are kept: every moment of two weeks stays reachable. */
const WEEKS = 3

type Present = Pick<PresentCluster, 'id' | 'timeline' | 'installation'>

/**
 * Deletes the base backups of a site that are past their retention, and the WAL that only they need. Only weeks with a base backup
 * count: when none is made for a month, no old one is deleted.
 * @returns the number of deleted base backups
 */
export async function deleteOldWal(archive: string, present: Present): Promise<number> {
  const clusters = (await readWalArchive(archive)).filter((cluster) => isOf(cluster, present))
  const bases = clusters.flatMap((cluster) => cluster.bases)
  const weeks = [...new Set(bases.map(weekOfBase))].sort((a, b) => b - a).slice(0, WEEKS)
  const kept = new Set(bases.filter((base) => weeks.includes(weekOfBase(base))))
  for (const cluster of clusters) {
    for (const base of cluster.bases) if (!kept.has(base)) await deleteBase(base)
    await deleteUnneeded(cluster, kept, present)
  }
  return bases.length - kept.size
}

const weekOfBase = ({ ended_at }: StoredBase) => weekOf({ created_at: ended_at })

/** Another site may archive into the same directory. A cluster without a base backup may be that of one. */
const isOf = ({ id, bases }: ArchivedCluster, present: Present) =>
  id === present.id || bases.some(({ installation }) => installation === present.installation)

/** The file that makes it one goes first, so that a half-deleted one is none. */
async function deleteBase({ path }: StoredBase): Promise<void> {
  await rm(join(path, BASE_FILE), { force: true })
  await rm(path, { recursive: true, force: true })
}

async function deleteUnneeded(
  { id, path, bases, files }: ArchivedCluster,
  kept: Set<StoredBase>,
  present: Present,
): Promise<void> {
  const ours = bases.filter((base) => kept.has(base))
  if (ours.length === 0 && id !== present.id) return rm(path, { recursive: true, force: true })
  const first = new Map<string, string>()
  // The newest first: the oldest one of a timeline decides.
  for (const { timeline, start_lsn } of ours.toReversed())
    first.set(timelinePrefix(timeline), segmentAt(timeline, start_lsn))
  const presentPrefix = id === present.id ? timelinePrefix(present.timeline) : null
  for (const name of files) {
    const prefix = name.slice(0, 8)
    const needed = first.get(prefix)
    // A history says which timelines there were.
    if (name.endsWith('.history') || (needed ? name >= needed : prefix === presentPrefix)) continue
    await rm(join(path, name + COMPRESSED), { force: true })
  }
}
