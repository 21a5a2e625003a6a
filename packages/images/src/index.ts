export * from './image-processor.ts'
export * from './image-types.ts'
export * from './worker-pool.ts'
export * from './worker-process.ts'
