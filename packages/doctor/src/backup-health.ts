import type { Db } from '@nightdesk/db'
import { areOnSameVolume } from '@nightdesk/storage'
import { sql } from 'kysely'
import type { HealthSettings } from './subject.ts'

/** Days after which a proof says nothing about the site as it is. */
export const OLD_PROOF_DAYS = 14
/** Days after which a backup is missing. */
const OVERDUE_DAYS = { day: 2, week: 9 }

export interface BackupHealth {
  /** What is wrong, in a sentence. */
  problem: string | null
  /** What could be better, in a sentence. */
  warning: string | null
  /** Whole days since a trial restore succeeded; null before the first. */
  proved: number | null
}

export async function backupHealth(
  db: Db,
  { backups, data_dir }: Pick<HealthSettings, 'backups' | 'data_dir'>,
): Promise<BackupHealth> {
  const { interval } = backups
  const ages = await readAges(db)
  const { proved, failure } = ages
  if (failure !== null)
    return { problem: `The last trial restore has failed: ${failure}`, warning: null, proved }
  if (interval === 'off') return { problem: null, warning: MADE_ELSEWHERE, proved }
  const problem = findProblem(ages, OVERDUE_DAYS[interval])
  const warnings = [await describePlace(backups, data_dir), ages.secrets && LACKING[ages.secrets]]
  return { problem, warning: warnings.filter(Boolean).join(' ') || null, proved }
}

const MADE_ELSEWHERE =
  'Nightdesk makes no backups of this database by itself. Set BACKUP_EVERY to day, unless another program backs up database and uploads.'

function findProblem({ proved, newest, site }: Ages, overdue: number): string | null {
  if (newest !== null && newest > overdue) return `The newest backup is ${newest} days old.`
  if (proved !== null && proved > OLD_PROOF_DAYS) return `The last verified restore was ${proved} days ago.`
  if (proved === null && site > OLD_PROOF_DAYS) return 'No backup has been proved by a restore yet.'
  return null
}

interface Ages {
  /** Whole days since the last trial restore that succeeded. */
  proved: number | null
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
      extract(day from now() - max(verified_at) filter (where problem is null and verified_at <= now()))::integer as proved,
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
  if (uploads_bucket !== null || !(await areOnSameVolume(directory, data_dir))) return null
  return ON_SAME_DISK
}

const ON_SAME_DISK =
  'The backups are on the disk of the uploads, and would be lost with it. Set BACKUP_DIR to another disk, or BACKUP_S3_BUCKET.'
const IN_SAME_BUCKET =
  'The backups are in the bucket of the uploads, and would be lost with it. Set BACKUP_S3_BUCKET to another one.'
