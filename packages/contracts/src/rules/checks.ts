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
