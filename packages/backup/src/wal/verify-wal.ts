import { join } from 'node:path'
import { connect } from '@nightdesk/db'
import { replaceFile } from '@nightdesk/storage'
import { openClient } from '../database.ts'
import { inScratch, NoRoomForTrial, SCRATCH_SETTINGS } from '../verify/scratch.ts'
import { verifyRows } from '../verify/verify-rows.ts'
import {
  type ArchivedCluster,
  missingSegment,
  newestBase,
  readArchivedCluster,
  type StoredBase,
  VERIFICATION_FILE,
  type WalVerification,
} from './archive.ts'
import { readPresentCluster } from './base.ts'
import { recover } from './recover.ts'

type Verdict = Pick<WalVerification, 'last_change' | 'stories' | 'versions' | 'problem'>

/**
 * Restores the newest base backup with all WAL that follows it into a Postgres of its own, recomputes what the site has recorded of
 * its rows, and writes the verdict beside the archive. An archive that does not come back is a verdict too.
 * @param url of the runtime role
 * @returns null before the first base backup
 * @throws NoRoomForTrial, and the verdict of before stays
 */
export async function verifyWal(url: string, archive: string): Promise<WalVerification | null> {
  const started = performance.now()
  const { cluster, base } = await findNewest(url, archive)
  if (!base) return null
  const verdict = await tryOut(cluster, base)
  const verification: WalVerification = {
    format: 1,
    at: new Date().toISOString(),
    base: base.ended_at,
    ...verdict,
    seconds: (performance.now() - started) / 1_000,
  }
  // Doctor and system status read it meanwhile.
  await replaceFile(join(cluster.path, VERIFICATION_FILE), JSON.stringify(verification, null, 1))
  return verification
}

async function findNewest(url: string, archive: string) {
  await using client = await openClient(url)
  const { id, timeline } = await readPresentCluster(client)
  const cluster = await readArchivedCluster(archive, id)
  return { cluster, base: newestBase(cluster, timeline) }
}

async function tryOut(cluster: ArchivedCluster, base: StoredBase): Promise<Verdict> {
  const missing = missingSegment(cluster, base)
  try {
    const found = await inScratch((directory) => replay(cluster, base, join(directory, 'postgres')))
    const problems = [
      ...(missing ? [`The segment ${missing} is missing.`] : []),
      ...(found.damaged ? [`The segment ${found.damaged} is damaged.`] : []),
      ...found.problems,
    ]
    const { last_change, stories, versions } = found
    return { last_change, stories, versions, problem: problems.join(' ') || null }
  } catch (error) {
    if (error instanceof NoRoomForTrial) throw error
    const problem = error instanceof Error ? error.message : String(error)
    return { last_change: null, stories: 0, versions: 0, problem }
  }
}

async function replay(cluster: ArchivedCluster, base: StoredBase, home: string) {
  const options = { settings: SCRATCH_SETTINGS }
  const recovery = await recover({ cluster, base }, home, { until: null, options })
  await using postgres = recovery.postgres
  if (!postgres) throw new Error('The WAL ends before the base backup is consistent')
  await using connection = connect(postgres.url, { statementTimeout: 0 })
  return { ...recovery, ...(await verifyRows(connection.db)) }
}
