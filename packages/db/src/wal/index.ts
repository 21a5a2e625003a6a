export * from './segments.ts'
export * from './system-identifier.ts'
export * from './wal-archive.ts'
export * from './wal-proof.ts'
