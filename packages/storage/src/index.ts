export * from './disk.ts'
export * from './disk-space.ts'
export * from './errors.ts'
export type * from './store.ts'
