import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '@nightdesk/db'
import { findReach, readArchivedCluster, readWalProof, type WalProof } from '@nightdesk/db/wal'
import { sql } from 'kysely'
import { OLD_PROOF_DAYS } from '../backup-health.ts'
import { type CheckOf, fault, fine, hint } from '../finding.ts'

/** A job empties the queue every minute. */
const LONG_WAIT_MS = 30 * 60_000
const DAY_MS = 86_400_000

/** How far back the archive of WAL reaches, and whether it grows. */
export const wal: CheckOf = async ({ db, settings: { backups } }) => {
  const directory = backups.wal_directory
  if (directory === null) return null
  const { queue, id, timeline, failing_since } = await readArchiver(db)
  if (queue === null)
    return fault('Postgres archives no WAL.', 'Restart Nightdesk, so that BACKUP_WAL takes effect.')
  if (failing_since !== null)
    return fault(
      `Postgres has failed to archive WAL since ${failing_since}.`,
      'Look at its log and at the free space: WAL that is not archived fills the disk.',
    )
  const cluster = await readArchivedCluster(directory, id)
  const reach = await findReach(cluster, timeline)
  const found = reach ? `From ${reach.from} to ${reach.to}.` : 'Not yet.'
  if (await waitsTooLong(queue))
    return fault(
      `${found} Newer changes wait to be archived.`,
      'Look at the job Archive of changes, and at the free space of BACKUP_DIR.',
    )
  if (!reach) return hint(found, 'The first base backup is made within minutes.')
  const proof = await readWalProof(cluster)
  if (proof?.problem)
    return fault(
      `${found} The last trial restore of it has failed: ${proof.problem}`,
      'Delete the file that is damaged: an archive with a gap begins anew with a base backup.',
    )
  const age = Math.floor((Date.now() - Date.parse(proof?.at ?? reach.from)) / DAY_MS)
  // Without a schedule of backups, nothing is tried by itself.
  if (age > OLD_PROOF_DAYS && (proof || backups.interval !== 'off'))
    return fault(
      `${found} ${proof ? `Its last trial restore was ${age} days ago.` : 'No trial restore of it was made yet.'}`,
      'Look at the job Trial restore of a backup.',
    )
  return fine(proof ? `${found} ${describeProof(proof)}` : found)
}

const describeProof = ({ at, base, last_change, stories, versions }: WalProof) =>
  `Restored on trial at ${at}, as it was at ${last_change ?? base}: ${stories} stories and ${versions} versions identical.`

interface Archiver {
  /** Where Postgres puts segments; null when it does not archive. */
  queue: string | null
  id: string
  timeline: number
  failing_since: string | null
}

async function readArchiver(db: Db): Promise<Archiver> {
  const { rows } = await sql<Archiver>`
    select current_setting('basic_archive.archive_directory', true) as queue, system_identifier::text as id,
      timeline_id as timeline,
      case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_time end as failing_since
    from pg_stat_archiver, pg_control_system(), pg_control_checkpoint()`.execute(db)
  return rows[0]! // each of the three has one row
}

async function waitsTooLong(queue: string): Promise<boolean> {
  const limit = Date.now() - LONG_WAIT_MS
  for (const name of await readdir(queue)) {
    // It may have been archived meanwhile.
    const file = await stat(join(queue, name)).catch(() => null)
    if (file && file.mtimeMs < limit) return true
  }
  return false
}
