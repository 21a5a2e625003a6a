export {
  ARCHIVE_NAME,
  type Archive,
  listAllArchives,
  listArchives,
  openArchive,
  openIfUsable,
  readManifestIfUsable,
} from './archive.ts'
export * from './manifest.ts'
export { completeRestore, requireStopped } from './restore/replace-data.ts'
export * from './restore/restore-backup.ts'
export * from './retention.ts'
export { type Key, signingKey } from './secrets.ts'
export { roomForUpgrade, upgradePostgres } from './upgrade-postgres.ts'
export { inScratch, NoRoomForTrial } from './verify/scratch.ts'
export * from './verify/verify-backup.ts'
export { collectPresent } from './wal/collect.ts'
export * from './wal/restore-until.ts'
export * from './wal/verify-wal.ts'
export * from './write-backup.ts'
