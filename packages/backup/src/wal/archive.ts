import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreMissing } from '@nightdesk/storage'

/** A copy of all files of a cluster, from which Postgres replays WAL. */
export interface BaseBackup {
  format: 1
  /** The id in the table `installation`. */
  installation: string
  /** The version of Nightdesk. */
  product: string
  timeline: number
  /** WAL is replayed from here. */
  start_lsn: string
  /** The copy is consistent from here on. */
  end_lsn: string
  /** When that was, by the clock of the database: an earlier moment cannot be reached from it. */
  ended_at: string
}

export interface StoredBase extends BaseBackup {
  /** Of its files. */
  path: string
}

/** The base backups and the WAL of one cluster. A restored backup is another cluster. */
export interface ArchivedCluster {
  /** Its system identifier, which `initdb` gives it for ever. */
  id: string
  path: string
  /** The oldest first. */
  bases: StoredBase[]
  /** Segments and timeline histories, without the extension. */
  files: Set<string>
}

/** The cluster that a database is in now, and what it archives. */
export interface PresentCluster {
  /** As in {@link ArchivedCluster}. */
  id: string
  timeline: number
  /** The id in the table `installation`. */
  installation: string
  /** Where Postgres puts segments; null when it does not archive. */
  queue: string | null
  /** ISO 8601, by the clock of the database. */
  now: string
}

/** The statement of a {@link PresentCluster}, which has one row. */
export const PRESENT_CLUSTER = `
  select system_identifier::text as id, timeline_id as timeline, (select id::text from installation) as installation,
    current_setting('basic_archive.archive_directory', true) as queue,
    to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now
  from pg_control_system(), pg_control_checkpoint()`

/** The file of a base backup that is written last. */
export const BASE_FILE = 'base.json'
export const BASE_PREFIX = 'base-'
/** Extension of archived segments. */
export const COMPRESSED = '.zst'

/** The clusters in the WAL archive of a directory; none without one. */
export async function readWalArchive(directory: string): Promise<ArchivedCluster[]> {
  const ids = (await namesIn(directory)).filter((name) => /^\d+$/.test(name))
  return Promise.all(ids.map((id) => readArchivedCluster(directory, id)))
}

/** Without bases and files where nothing was archived yet. */
export async function readArchivedCluster(directory: string, id: string): Promise<ArchivedCluster> {
  const path = join(directory, id)
  const names = await namesIn(path)
  const folders = names.filter((name) => name.startsWith(BASE_PREFIX)).sort()
  const read = await Promise.all(folders.map((name) => readBase(join(path, name))))
  const bases = read.filter((base) => base !== null)
  const compressed = names.filter((name) => !name.startsWith('.') && name.endsWith(COMPRESSED))
  return { id, path, bases, files: new Set(compressed.map((name) => name.slice(0, -COMPRESSED.length))) }
}

export const newestBase = ({ bases }: ArchivedCluster, timeline: number): StoredBase | undefined =>
  bases.findLast((base) => base.timeline === timeline)

/** The first segment that is missing between a base backup and the newest segment of its timeline; null when none is. */
export function missingSegment(
  { files }: ArchivedCluster,
  { timeline, start_lsn }: BaseBackup,
): string | null {
  const newest = newestSegment(files, timeline)
  if (newest === null) return null
  for (let segment = segmentAt(timeline, start_lsn); segment <= newest; segment = nextSegment(segment))
    if (!files.has(segment)) return segment
  return null
}

/** Moments, as ISO 8601. */
export interface Reach {
  from: string
  /** When the newest segment was archived. */
  to: string
}

/** The span in which every moment of a timeline can be restored; null without a base backup. */
export async function findReach(cluster: ArchivedCluster, timeline: number): Promise<Reach | null> {
  const bases = cluster.bases.filter((base) => base.timeline === timeline)
  const [oldest] = bases.filter((base) => missingSegment(cluster, base) === null)
  if (!oldest) return null
  const newest = newestSegment(cluster.files, timeline)
  const archived = newest && (await stat(join(cluster.path, newest + COMPRESSED))).mtime.toISOString()
  return { from: oldest.ended_at, to: archived && archived > oldest.ended_at ? archived : oldest.ended_at }
}

function newestSegment(files: ReadonlySet<string>, timeline: number): string | null {
  const prefix = timelinePrefix(timeline)
  const segments = [...files].filter((name) => isSegment(name) && name.startsWith(prefix))
  return segments.sort().at(-1) ?? null
}

/** @returns null for one that is being deleted */
async function readBase(path: string): Promise<StoredBase | null> {
  const base = await readJson<BaseBackup>(join(path, BASE_FILE))
  return base && { ...base, path }
}

/** @returns null without the file */
async function readJson<Content>(path: string): Promise<Content | null> {
  const text = await readFile(path, 'utf8').catch(ignoreMissing)
  return text === undefined ? null : JSON.parse(text)
}

const namesIn = async (directory: string): Promise<string[]> =>
  (await readdir(directory).catch(ignoreMissing)) ?? []

/** What the last trial restore of an archive of WAL has found. */
export interface WalVerification {
  format: 1
  /** By the clock of the worker. */
  at: string
  /** When the base backup was made. */
  base: string
  /** When the last change was made that came back; null without one since the base backup. */
  last_change: string | null
  stories: number
  versions: number
  seconds: number
  /** What is wrong, in sentences; null when everything came back. */
  problem: string | null
}

/** Beside the archive that it is of. */
export const VERIFICATION_FILE = 'proof.json'

/** @returns null before the first trial restore */
export const readWalVerification = ({ path }: Pick<ArchivedCluster, 'path'>) =>
  readJson<WalVerification>(join(path, VERIFICATION_FILE))

/** The name of a segment of 16 MB: timeline, and number in two parts, each of eight hex digits. */
const SEGMENT = /^[0-9A-F]{24}$/
/** Segments in each value of the first part of the number. */
const PER_PART = 256

export const isSegment = (name: string): boolean => SEGMENT.test(name)

/** The segments of a timeline begin with it. */
export const timelinePrefix = (timeline: number): string => hex(timeline)

/** The segment with a position in the WAL, such as `0/2000028`. */
export function segmentAt(timeline: number, lsn: string): string {
  const [high = 0, low = 0] = lsn.split('/').map((part) => Number.parseInt(part, 16))
  return timelinePrefix(timeline) + hex(high) + hex(low >>> 24)
}

export function nextSegment(name: string): string {
  const [high, low] = [name.slice(8, 16), name.slice(16)].map((part) => Number.parseInt(part, 16)) as [
    number,
    number,
  ] // a segment has both
  const number = high * PER_PART + low + 1
  return name.slice(0, 8) + hex(Math.floor(number / PER_PART)) + hex(number % PER_PART)
}

const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0')

/** The number that `initdb` gave a cluster, with which its control file begins; null without a cluster. */
export async function readSystemIdentifier(cluster: string): Promise<string | null> {
  await using file = (await open(join(cluster, 'global', 'pg_control')).catch(ignoreMissing)) ?? null
  if (file === null) return null
  const { buffer } = await file.read(Buffer.alloc(8))
  return buffer.readBigUInt64LE().toString()
}
