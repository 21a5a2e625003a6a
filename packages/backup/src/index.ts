export {
  type Archive,
  openArchive,
  openIfUsable,
  readManifest,
  readManifestIfUsable,
} from './archive/read-archive.ts'
export { ARCHIVE_NAME, listArchives } from './directory.ts'
export * from './errors.ts'
export { type Manifest, objectKeys, SECRETS_FILE } from './manifest.ts'
export { moveCluster } from './move/move-cluster.ts'
export { roomForMove } from './move/room.ts'
export * from './product.ts'
export { describeBackup, type NewBackup, recordBackup } from './record-backup.ts'
export * from './restore/restore-backup.ts'
export { completeRestore } from './restore/swap.ts'
export * from './restore-until/prove-wal.ts'
export * from './restore-until/restore-until.ts'
export * from './retention.ts'
export type { Key, Lock } from './secrets.ts'
export * from './settings.ts'
export * from './verify/verify-backup.ts'
export * from './write-backup.ts'
