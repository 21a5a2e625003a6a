export * from './canonical.ts'
export * from './diff.ts'
export * from './text.ts'
