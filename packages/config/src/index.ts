export * from './backup-plan.ts'
export * from './programs.ts'
export * from './setting-pairs.ts'
export {
  type CdnKind,
  kindOfHost,
  MAX_AUTO_SERVERS,
  serverSettings,
  settings,
  workerSettings,
} from './settings.ts'
