import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createDiskStore, createLargeFilesOnDisk } from './disk.ts'
import type { S3Options } from './s3.ts'
import { ignoreNotFound, type LargeFiles, type Store } from './store.ts'

/** The settings of the same names. Either no `S3_*` is set, or all are; the region is optional. */
export interface StorageSettings extends BucketSettings {
  DATA_DIR: string
}

interface BucketSettings {
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
export async function openBucket(settings: BucketSettings): Promise<Store | null> {
  const options = bucketOptions((name) => settings[name])
  return options && (await import('./s3.ts')).createS3Store(options)
}

/** Uploaded exports of other products, while an import needs them: beside the objects of the store. */
export const openImportFiles = (settings: StorageSettings): Promise<LargeFiles> =>
  openLargeFiles(settings, 'imports')

/** Files that admins download, for a day. */
export const openExportFiles = (settings: StorageSettings): Promise<LargeFiles> =>
  openLargeFiles(settings, 'exports')

async function openLargeFiles(settings: StorageSettings, folder: string): Promise<LargeFiles> {
  const options = bucketOptions((name) => settings[name])
  if (!options) return createLargeFilesOnDisk(join(settings.DATA_DIR, 'uploads', folder))
  const { createLargeFilesInBucket } = await import('./s3.ts')
  return createLargeFilesInBucket(options, folder)
}

/** The settings of the same names: all of them, or none; the region is optional. */
export type BackupBucketSettings = {
  [Name in keyof BucketSettings as `BACKUP_${Name}`]: BucketSettings[Name]
}

/** The bucket for backups, which may be that of the uploads; null when none is set. */
export async function openBackupBucket(settings: BackupBucketSettings): Promise<LargeFiles | null> {
  const options = bucketOptions((name) => settings[`BACKUP_${name}`])
  if (!options) return null
  const { createLargeFilesInBucket } = await import('./s3.ts')
  return createLargeFilesInBucket(options, 'backups', { partSize: null })
}

function bucketOptions(read: (name: keyof BucketSettings) => string | undefined): S3Options | null {
  const [endpoint, bucket] = [read('S3_ENDPOINT'), read('S3_BUCKET')]
  const [accessKey, secretKey] = [read('S3_ACCESS_KEY'), read('S3_SECRET_KEY')]
  const region = read('S3_REGION')
  if (!endpoint || !bucket || !accessKey || !secretKey) return null
  return { endpoint, bucket, accessKey, secretKey, ...(region && { region }) }
}

/** Key of the object with the mark of the installation that owns the files. */
export const OWNER_KEY = 'nightdesk-installation'

/** @returns the mark of the installation that owns the files; null when none has claimed them */
export async function readOwner(store: Pick<Store, 'get'>): Promise<string | null> {
  const object = await store.get(OWNER_KEY).catch(ignoreNotFound)
  return object ? text(object) : null
}

/** Claims the files of a store for an installation, replacing any other. */
export async function claimStore(store: Pick<Store, 'put' | 'delete'>, mark: string): Promise<void> {
  await store.delete(OWNER_KEY)
  await store.put(OWNER_KEY, Buffer.from(mark))
}
