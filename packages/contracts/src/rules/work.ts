import type { JobName } from '../jobs.ts'

/** What a site needs to work, each as a sentence that is true of a healthy one. In the order in which to look at them. */
export const CHECKS = {
  address: 'Readers reach the site by TLS',
  data: 'The data directory can be written to',
  key: 'Only this program can read the signing key',
  disk: 'The disk has room',
  memory: 'The machine has enough memory',
  database: 'The database can be reached',
  version: 'This version of Postgres is supported',
  schema: 'The database has the schema of this version',
  connections: 'Postgres has connections to spare',
  storage: 'The file storage can be written to and read',
  owner: 'The stored files belong to this site',
  files: 'No stored file is missing',
  room: 'The file storage is below its limit',
  worker: 'A worker process is running',
  jobs: 'No job has failed',
  queue: 'Jobs do not wait for long',
  clock: 'The clocks of server, workers and database agree',
  proxy: 'The addresses of callers are known',
  policy: 'No page has broken its security policy',
  mail: 'Mails can be sent',
  cdn: 'Changes are purged from the CDN',
  admin: 'Somebody can manage the site',
  backups: 'A restore has proved a backup in the last two weeks',
  wal: 'The site can go back to any moment',
} as const
export type CheckName = keyof typeof CHECKS
/** Those of background work, in the order in which to look at them. They are cheap enough to be asked for every few seconds. */
export const WORK_CHECKS = [
  'worker',
  'jobs',
  'queue',
  'database',
  'storage',
  'policy',
  'clock',
  'proxy',
] as const satisfies CheckName[]
/** How many checks found a fault, in words. */
export function describeFaults(checks: readonly { is_fine: boolean }[]): string {
  const faults = checks.filter(({ is_fine }) => !is_fine).length
  if (faults === 0) return 'Nothing is wrong'
  return faults === 1 ? 'One thing is wrong' : `${faults} things are wrong`
}

/** Lines of one export, the newest first. */
export const MAX_EXPORTED_LINES = 10_000

/** Names of jobs on screens. */
export const JOB_TITLES: Readonly<Record<JobName, string>> = {
  'analytics-summary': 'Analytics summary',
  'rebuild-views': 'Rebuild views',
  'view-months': 'View months',
  'publish-scheduled': 'Publish scheduled',
  'publish-missed': 'Publish missed',
  'worker-health': 'Worker health',
  'purge-expired': 'Purge expired',
  'purge-trash': 'Purge trash',
  'audit-log': 'Audit log',
  'make-variants': 'Smaller copies of a picture',
  'copy-image': 'Copy of an outside image',
  'read-import': 'Reading of an import',
  'run-import': 'Import',
  'undo-import': 'Undo of an import',
  'import-pictures': 'Pictures of an import',
  'check-links': 'Check links',
  'purge-cdn': 'Purge CDN',
  'reconcile-storage': 'Reconcile storage',
  'export-site': 'Export',
  'back-up': 'Backup',
  'archive-wal': 'Archive of changes',
  'verify-backup': 'Trial restore of a backup',
}

/** They run every minute, or after most changes: a run that succeeded is left out of the list of jobs. */
export const ROUTINE_JOBS = [
  'publish-missed',
  'worker-health',
  'purge-cdn',
  'archive-wal',
] as const satisfies JobName[]

/** How often a site is backed up by itself. */
export const BACKUP_INTERVALS = ['day', 'week', 'off'] as const
export type BackupInterval = (typeof BACKUP_INTERVALS)[number]
