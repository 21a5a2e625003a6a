export * from './backup-plan.ts'
export * from './programs.ts'
export * from './setting-pairs.ts'
export {
  type CdnKind,
  kindOfHost,
  lockedSite,
  MAX_AUTO_SERVERS,
  type Settings,
  SITE_VARIABLES,
  serverSettings,
  settings,
  workerSettings,
} from './settings.ts'
