import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '@nightdesk/db'
import { openClient } from '../database.ts'
import { recheck } from '../verify/recheck.ts'
import { inScratch, SCRATCH_SETTINGS } from '../verify/scratch.ts'
import {
  type ArchivedCluster,
  missingSegment,
  readArchivedCluster,
  type StoredBase,
  WAL_PROOF_FILE,
  type WalProof,
} from './archive.ts'
import { recover } from './recover.ts'

type Verdict = Pick<WalProof, 'last_change' | 'stories' | 'versions' | 'problem'>

/**
 * Restores the newest base backup with all WAL that follows it into a Postgres of its own, recomputes what the site has recorded of
 * its rows, and writes the verdict beside the archive. An archive that does not come back is a verdict too.
 * @param url of the runtime role
 * @returns null before the first base backup
 */
export async function proveWal(url: string, archive: string): Promise<WalProof | null> {
  const started = performance.now()
  const { id, timeline } = await readPresent(url)
  const cluster = await readArchivedCluster(archive, id)
  const base = cluster.bases.filter((stored) => stored.timeline === timeline).at(-1)
  if (!base) return null
  const verdict = await judge(cluster, base)
  const proof: WalProof = {
    format: 1,
    at: new Date().toISOString(),
    base: base.ended_at,
    ...verdict,
    seconds: (performance.now() - started) / 1_000,
  }
  await writeProof(cluster, proof)
  return proof
}

async function readPresent(url: string): Promise<{ id: string; timeline: number }> {
  await using client = await openClient(url)
  const { rows } = await client.query<{ id: string; timeline: number }>(
    `select system_identifier::text as id, timeline_id as timeline
     from pg_control_system(), pg_control_checkpoint()`,
  )
  return rows[0]! // both functions have one row
}

async function judge(cluster: ArchivedCluster, base: StoredBase): Promise<Verdict> {
  const missing = missingSegment(cluster, base)
  try {
    const found = await inScratch((home) => replay(cluster, base, home))
    const problems = [
      ...(missing ? [`The segment ${missing} is missing.`] : []),
      ...(found.damaged ? [`The segment ${found.damaged} is damaged.`] : []),
      ...found.problems,
    ]
    const { last_change, stories, versions } = found
    return { last_change, stories, versions, problem: problems.join(' ') || null }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return { last_change: null, stories: 0, versions: 0, problem }
  }
}

async function replay(cluster: ArchivedCluster, base: StoredBase, home: string) {
  const options = { settings: SCRATCH_SETTINGS }
  const recovery = await recover({ cluster, base, pg_wal: null }, home, { until: null, options })
  await using postgres = recovery.postgres
  if (!postgres) throw new Error('The WAL ends before the base backup is consistent')
  await using connection = connect(postgres.url, { statementTimeout: 0 })
  return { ...recovery, ...(await recheck(connection.db)) }
}

/** Doctor and system status read it meanwhile. */
async function writeProof({ path }: ArchivedCluster, proof: WalProof): Promise<void> {
  const partial = join(path, `.${WAL_PROOF_FILE}`)
  await writeFile(partial, JSON.stringify(proof, null, 1), { mode: 0o600 })
  await rename(partial, join(path, WAL_PROOF_FILE))
}
