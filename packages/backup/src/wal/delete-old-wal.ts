import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ArchivedCluster,
  BASE_FILE,
  COMPRESSED,
  readWalArchive,
  type StoredBase,
  segmentAt,
  timelinePrefix,
} from '@nightdesk/db/wal'
import { weekOf } from '../retention.ts'

/** The newest weeks whose base backups are kept: every moment of two weeks stays reachable. */
const WEEKS = 3

interface Present {
  installation: string
  /** The cluster and the timeline that are archived now. */
  id: string
  timeline: number
}

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
