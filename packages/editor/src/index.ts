export * from './canonical.ts'
export * from './text.ts'
