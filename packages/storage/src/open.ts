import { join } from 'node:path'
import type { ArchiveBucket } from './archive-bucket.ts'
import { createDiskStore } from './disk.ts'
import type { Store } from './store.ts'

/** The settings of the same names. Either no `S3_*` is set, or all are; the region is optional. */
export interface StorageSettings {
  DATA_DIR: string
  S3_ENDPOINT?: string | undefined
  S3_BUCKET?: string | undefined
  S3_ACCESS_KEY?: string | undefined
  S3_SECRET_KEY?: string | undefined
  S3_REGION?: string | undefined
}

/** The store of a site: its bucket if one is set, else `uploads` in its data directory. */
export async function openStore(settings: StorageSettings): Promise<Store> {
  return (await openBucket(settings)) ?? openDisk(settings)
}

/** The store on disk, whether or not the site uses it. */
export const openDisk = ({ DATA_DIR }: StorageSettings): Promise<Store> =>
  createDiskStore(join(DATA_DIR, 'uploads'))

/** The bucket; null when none is set, in which case its client (40 MB of memory) is not loaded. */
export async function openBucket(settings: StorageSettings): Promise<Store | null> {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION } = settings
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY || !S3_SECRET_KEY) return null
  const { createS3Store } = await import('./s3.ts')
  return createS3Store({
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
    ...(S3_REGION && { region: S3_REGION }),
  })
}

/** The settings of the same names: all of them, or none; the region is optional. */
export interface BackupBucketSettings {
  BACKUP_S3_ENDPOINT?: string | undefined
  BACKUP_S3_BUCKET?: string | undefined
  BACKUP_S3_ACCESS_KEY?: string | undefined
  BACKUP_S3_SECRET_KEY?: string | undefined
  BACKUP_S3_REGION?: string | undefined
}

/** The bucket for backups; null when none is set. */
export async function openBackupBucket(settings: BackupBucketSettings): Promise<ArchiveBucket | null> {
  const { BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET, BACKUP_S3_ACCESS_KEY, BACKUP_S3_SECRET_KEY } = settings
  if (!BACKUP_S3_ENDPOINT || !BACKUP_S3_BUCKET || !BACKUP_S3_ACCESS_KEY || !BACKUP_S3_SECRET_KEY) return null
  const { createArchiveBucket } = await import('./archive-bucket.ts')
  return createArchiveBucket({
    endpoint: BACKUP_S3_ENDPOINT,
    bucket: BACKUP_S3_BUCKET,
    accessKey: BACKUP_S3_ACCESS_KEY,
    secretKey: BACKUP_S3_SECRET_KEY,
    ...(settings.BACKUP_S3_REGION && { region: settings.BACKUP_S3_REGION }),
  })
}
