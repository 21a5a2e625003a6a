import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  findReach,
  PRESENT_CLUSTER,
  type PresentCluster,
  readArchivedCluster,
  readWalVerification,
  type WalVerification,
} from '@nightdesk/backup/wal'
import { formatBytes } from '@nightdesk/contracts/files'
import { type Db, installationMark, storageProblem, storedObjects } from '@nightdesk/db'
import { areOnSameVolume, checkStore, readOwner } from '@nightdesk/storage'
import { sql } from 'kysely'
import {
  type CheckOf,
  fault,
  fine,
  type HealthSettings,
  hint,
  milliseconds,
  type SubjectWithoutDatabase,
} from './check.ts'

/** Percent of the limit from which on uploads may soon be refused. */
const NEARLY_FULL = 90

export const storage: CheckOf<SubjectWithoutDatabase> = async (subject) => {
  const begun = performance.now()
  await checkStore(subject.storage)
  return fine(`A file was written, read and deleted in ${milliseconds(begun)} ms.`)
}

const owner: CheckOf = async ({ db, storage }) => {
  const [mark, claimed, problem] = await Promise.all([
    installationMark(db),
    readOwner(storage),
    storageProblem(db),
  ])
  const advice =
    'Look whether S3_BUCKET or DATA_DIR is right; if so, `nightdesk storage claim` says that they are this site’s.'
  if (claimed !== null && claimed !== mark)
    return fault('Another database has claimed them, so none is deleted.', advice)
  return problem === null ? fine('They do.') : fault(problem, advice)
}

const files: CheckOf = async ({ db }) => {
  const { objects, missing } = await storedObjects(db)
  if (missing === 0) return fine(objects === 1 ? 'One file is there.' : `All ${objects} files are there.`)
  return fault(
    missing === 1 ? 'One file is missing.' : `${missing} files are missing.`,
    'Bring them back from a backup of the storage; their articles show no picture.',
  )
}

const room: CheckOf = async ({ db, settings: { storage_limit } }) => {
  const { bytes } = await storedObjects(db)
  if (storage_limit === 0) return fine(`${formatBytes(bytes)}, without a limit.`)
  const percent = Math.round((bytes / storage_limit) * 100)
  const found = `${formatBytes(bytes)} of ${formatBytes(storage_limit)} are used, ${percent} %.`
  const advice = 'Raise STORAGE_LIMIT_BYTES, or delete pictures that no story uses.'
  if (percent >= 100) return fault(found, advice)
  return percent >= NEARLY_FULL ? hint(found, advice) : fine(found)
}

const backups: CheckOf = async ({ db, settings }) => {
  const { problem, warning, verified } = await backupHealth(db, settings)
  if (problem !== null)
    return fault(problem, 'Look at the jobs Backup and Trial restore of a backup, then choose Verify now.')
  const found = verified === null ? NOT_YET : describeAge(verified)
  if (warning !== null)
    return hint(verified === null && settings.backups.interval === 'off' ? 'None.' : found, warning)
  return fine(found)
}

const NOT_YET = 'The first trial restore runs on Sunday.'

const describeAge = (days: number) => {
  if (days === 0) return 'The last one was within a day.'
  return days === 1 ? 'The last one was a day ago.' : `The last one was ${days} days ago.`
}

/** Days after which a verification says nothing about the site as it is. */
export const OLD_VERIFICATION_DAYS = 14
/** Days after which a backup is missing. */
const OVERDUE_DAYS = { day: 2, week: 9 }

/**
 * @returns what is wrong and what could be better, in sentences, and the whole days since a trial restore succeeded, which are null
 * before the first
 */
export async function backupHealth(
  db: Db,
  { backups, data_dir }: Pick<HealthSettings, 'backups' | 'data_dir'>,
) {
  const { interval } = backups
  const ages = await readAges(db)
  const { verified, failure } = ages
  if (failure !== null)
    return { problem: `The last trial restore has failed: ${failure}`, warning: null, verified }
  if (interval === 'off') return { problem: null, warning: MADE_ELSEWHERE, verified }
  const problem = findProblem(ages, OVERDUE_DAYS[interval])
  const warnings = [await describePlace(backups, data_dir), ages.secrets && LACKING[ages.secrets]]
  return { problem, warning: warnings.filter(Boolean).join(' ') || null, verified }
}

const MADE_ELSEWHERE =
  'Nightdesk makes no backups of this database by itself. Set BACKUP_EVERY to day, unless another program backs up database and uploads.'

function findProblem({ verified, newest, site }: Ages, overdue: number): string | null {
  if (newest !== null && newest > overdue) return `The newest backup is ${newest} days old.`
  if (verified !== null && verified > OLD_VERIFICATION_DAYS)
    return `The last verified restore was ${verified} days ago.`
  if (verified === null && site > OLD_VERIFICATION_DAYS) return 'No backup has been proved by a restore yet.'
  return null
}

interface Ages {
  /** Whole days since the last trial restore that succeeded. */
  verified: number | null
  /** What the last trial restore found; null when it succeeded. */
  failure: string | null
  /** Whole days since the newest backup. */
  newest: number | null
  /** Which ones the newest backup has; null when unknown. */
  secrets: 'all' | 'without signing key' | 'none' | null
  /** Whole days since the database was made, or restored. */
  site: number
}

/** What a clock that was ahead has dated in the future says nothing about now. */
async function readAges(db: Db): Promise<Ages> {
  const { rows } = await sql<Ages>`
    select
      extract(day from now() - max(verified_at) filter (where problem is null and verified_at <= now()))::integer as verified,
      (select problem from backups where verified_at is not null order by verified_at desc limit 1) as failure,
      extract(day from now() - max(created_at) filter (where created_at <= now()))::integer as newest,
      (select secrets from backups order by created_at desc limit 1) as secrets,
      (select extract(day from now() - min(timestamp::timestamptz)) from kysely_migration)::integer as site
    from backups`.execute(db)
  return rows[0]! // an aggregate has one row
}

/** Why a restored site would lack what its backups lack. */
const LACKING = {
  all: null,
  'without signing key':
    'JWT_SECRET is a setting, so it is in no scheduled backup: keep a copy of it where you keep passwords.',
  none: 'The newest backup has none of the secrets of the site. Set BACKUP_PASSPHRASE or BACKUP_RECIPIENT to have them in it, encrypted.',
}

async function describePlace(
  { directory, bucket, uploads_bucket }: HealthSettings['backups'],
  data_dir: string,
): Promise<string | null> {
  if (bucket !== null) return bucket === uploads_bucket ? IN_SAME_BUCKET : null
  const isHere = uploads_bucket === null || existsSync(join(data_dir, 'postgres', 'cluster'))
  return isHere && (await areOnSameVolume(directory, data_dir)) ? ON_SAME_DISK : null
}

const ON_SAME_DISK =
  'The backups are on the disk of the site, and would be lost with it. Set BACKUP_DIR to another disk, or BACKUP_S3_BUCKET.'
const IN_SAME_BUCKET =
  'The backups are in the bucket of the uploads, and would be lost with it. Set BACKUP_S3_BUCKET to another one.'

/** A job empties the queue every minute. */
const LONG_WAIT_MS = 30 * 60_000
const DAY_MS = 86_400_000

/** How far back the archive of WAL reaches, and whether it grows. */
const wal: CheckOf = async ({ db, settings: { backups } }) => {
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
  const verification = await readWalVerification(cluster)
  if (verification?.problem)
    return fault(
      `${found} The last trial restore of it has failed: ${verification.problem}`,
      'Delete the file that is damaged: an archive with a gap begins anew with a base backup.',
    )
  const age = Math.floor((Date.now() - Date.parse(verification?.at ?? reach.from)) / DAY_MS)
  // Without a schedule of backups, nothing is tried by itself.
  if (age > OLD_VERIFICATION_DAYS && (verification || backups.interval !== 'off'))
    return fault(
      `${found} ${verification ? `Its last trial restore was ${age} days ago.` : 'No trial restore of it was made yet.'}`,
      'Look at the job Trial restore of a backup.',
    )
  return fine(verification ? `${found} ${describeVerification(verification)}` : found)
}

const describeVerification = ({ at, base, last_change, stories, versions }: WalVerification) =>
  `Restored on trial at ${at}, as it was at ${last_change ?? base}: ${stories} stories and ${versions} versions identical.`

async function readArchiver(db: Db) {
  const { rows } = await sql<PresentCluster & { failing_since: string | null }>`
    select present.*,
      case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_time end as failing_since
    from pg_stat_archiver, (${sql.raw(PRESENT_CLUSTER)}) present`.execute(db)
  return rows[0]! // both have one row
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

export const storageChecks = { owner, files, room, backups, wal }
