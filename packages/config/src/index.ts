export * from './backup-plan.ts'
export * from './programs.ts'
export * from './setting-pairs.ts'
export * from './settings.ts'
