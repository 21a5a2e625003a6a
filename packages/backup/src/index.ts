export {
  ARCHIVE_NAME,
  type Archive,
  listArchives,
  openArchive,
  openIfUsable,
  readManifest,
  readManifestIfUsable,
} from './archive.ts'
export * from './manifest.ts'
export { completeRestore } from './restore/replace-data.ts'
export * from './restore/restore-backup.ts'
export * from './retention.ts'
export type { Key } from './secrets.ts'
export { roomForUpgrade, upgradePostgres } from './upgrade-postgres.ts'
export * from './verify/verify-backup.ts'
export * from './wal/restore-until.ts'
export * from './wal/verify-wal.ts'
export * from './write-backup.ts'
