import { join } from 'node:path'
import type { BackupInterval } from '@nightdesk/contracts/work'
import type { Settings } from './settings.ts'

/** The settings that say how often backups are made, and where they are. */
export type PlanSettings = Pick<
  Settings,
  | 'BACKUP_DIR'
  | 'BACKUP_EVERY'
  | 'BACKUP_S3_BUCKET'
  | 'BACKUP_S3_ENDPOINT'
  | 'BACKUP_WAL'
  | 'DATABASE_URL'
  | 'DATA_DIR'
  | 'S3_BUCKET'
  | 'S3_ENDPOINT'
>

/**
 * Without a setting, the embedded Postgres is backed up daily, and another one only when a place for backups is set: somebody
 * who runs a Postgres may back it up already.
 */
export const backupInterval = (env: PlanSettings): BackupInterval =>
  env.BACKUP_EVERY ?? (!env.DATABASE_URL || env.BACKUP_DIR || env.BACKUP_S3_BUCKET ? 'day' : 'off')

export const backupDirectory = ({
  BACKUP_DIR,
  DATA_DIR,
}: Pick<PlanSettings, 'BACKUP_DIR' | 'DATA_DIR'>): string => BACKUP_DIR ?? join(DATA_DIR, 'backups')

/** The archive of the WAL of the embedded Postgres. */
export const walDirectory = (env: Pick<PlanSettings, 'BACKUP_DIR' | 'DATA_DIR'>): string =>
  join(backupDirectory(env), 'wal')

export type BackupPlan = ReturnType<typeof backupPlan>

/** How often backups are made, and where they are. */
export const backupPlan = (env: PlanSettings) => ({
  interval: backupInterval(env),
  /** Where WAL is archived; null where it is not. */
  wal_directory: env.BACKUP_WAL === 'on' ? walDirectory(env) : null,
  directory: backupDirectory(env),
  /** The endpoint and name of the bucket for backups; null for the directory. */
  bucket: env.BACKUP_S3_BUCKET ? `${env.BACKUP_S3_ENDPOINT}/${env.BACKUP_S3_BUCKET}` : null,
  /** The endpoint and name of the bucket for uploads; null for the disk. */
  uploads_bucket: env.S3_BUCKET ? `${env.S3_ENDPOINT}/${env.S3_BUCKET}` : null,
})
