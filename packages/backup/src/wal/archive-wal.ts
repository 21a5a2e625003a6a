import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { missingSegment, readArchivedCluster } from '@nightdesk/db/wal'
import type { Client } from 'pg'
import { openClient } from '../client.ts'
import { weekOf } from '../retention.ts'
import { collectSegments } from './collect-segments.ts'
import { deleteOldWal } from './delete-old-wal.ts'
import { writeBase } from './write-base.ts'

interface ArchiveReport {
  segments: number
  /** Whether a base backup was made. */
  base: boolean
  /** Base backups that were deleted. */
  deleted: number
}

/**
 * Archives what Postgres has put into its queue, makes a base backup when this week has none, and deletes what is past its
 * retention. Can be killed and repeated at any time.
 * @param url of the runtime role
 * @returns null while another process does the same
 * @throws when the Postgres is not embedded, or does not archive
 */
export async function archiveWal(url: string, archive: string): Promise<ArchiveReport | null> {
  await using client = await openClient(url)
  const { queue, id, timeline, installation, is_alone } = await readFacts(client)
  if (queue === null) throw new Error(NOT_ARCHIVING)
  if (!is_alone) return null
  const directory = join(archive, id)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  let segments = await collectSegments(queue, directory)
  const now = () => readClock(client)
  const base = await isBaseDue(archive, id, timeline, await now())
  if (base) {
    await writeBase(directory, { url, installation, now })
    segments += await collectSegments(queue, directory)
  }
  const deleted = await deleteOldWal(archive, { installation, id, timeline })
  return { segments, base, deleted }
}

const NOT_ARCHIVING =
  'BACKUP_WAL is on, and Postgres archives no WAL: it is not the embedded one, or was started without the setting. Restart Nightdesk, or set BACKUP_WAL to off'

interface Facts {
  /** Where Postgres puts segments. */
  queue: string | null
  id: string
  timeline: number
  installation: string
  is_alone: boolean
}

async function readFacts(client: Client): Promise<Facts> {
  const { rows } = await client.query<Facts>(
    `select current_setting('basic_archive.archive_directory', true) as queue, system_identifier::text as id,
       timeline_id as timeline, (select id::text from installation) as installation,
       pg_try_advisory_lock(hashtext('nightdesk WAL archive')) as is_alone
     from pg_control_system(), pg_control_checkpoint()`,
  )
  return rows[0]! // both functions have one row
}

/** One a week, and after a restore or a gap, from which on nothing could be restored. One of a clock that was ahead counts. */
async function isBaseDue(archive: string, id: string, timeline: number, now: string): Promise<boolean> {
  const cluster = await readArchivedCluster(archive, id)
  const newest = cluster.bases.filter((base) => base.timeline === timeline).at(-1)
  if (!newest || missingSegment(cluster, newest) !== null) return true
  return weekOf({ created_at: newest.ended_at }) < weekOf({ created_at: now })
}

async function readClock(client: Client): Promise<string> {
  const { rows } = await client.query<{ now: string }>(
    `select to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`,
  )
  return rows[0]!.now // a select without from has one row
}
