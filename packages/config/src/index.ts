export * from './backup-plan.ts'
export * from './programs.ts'
export * from './setting-pairs.ts'
export {
  type CdnKind,
  databaseUrl,
  kindOfHost,
  MAX_AUTO_SERVERS,
  ONLY_OF_THE_COMMAND_LINE,
  ONLY_OF_THE_WORKER,
  settings,
  WORKER_SETTINGS,
} from './settings.ts'
