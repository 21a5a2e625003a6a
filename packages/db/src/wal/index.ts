export * from './segments.ts'
export * from './wal-archive.ts'
