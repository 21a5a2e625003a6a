export * from './credits.ts'
export * from './read.ts'
export * from './write.ts'
