import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { nothing } from '../fields.ts'
import { worker } from './workers.ts'

export const systemStatus = z.object({
  /** Epoch seconds. */
  timestamp: z.number(),
  s3: z.object({
    status: z.enum(['connected', 'error']),
    /** `local` on disk. */
    bucket: z.string(),
    message: z.string(),
    /** Why nothing is deleted from it, in a sentence, when something is wrong. */
    problem: z.string().optional(),
    bucket_stats: z
      .object({
        object_count: z.int(),
        total_size_formatted: z.string(),
        /** 0: no limit. */
        max_size_bytes: z.number(),
        max_size_formatted: z.string(),
        usage_percentage: z.number(),
      })
      .optional(),
  }),
  database: z.object({
    status: z.enum(['connected', 'error']),
    /** Never contains user, password or query. */
    url: z.string(),
    message: z.string(),
  }),
  /** Absent when the server cannot read the workers. */
  workers: z.object({ workers: z.array(worker) }).optional(),
})
export type SystemStatus = z.infer<typeof systemStatus>

/** Of the volume that holds the data, in bytes. */
export const diskSpace = z.object({ total: z.number(), available: z.number() })

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

/** The result of one check. */
export const check = z.object({
  name: z.enum(Object.keys(CHECKS) as [CheckName, ...CheckName[]]), // Object.keys loses the names
  is_fine: z.boolean(),
  /** What was found, in a sentence. */
  detail: z.string(),
  /** What to do, in a sentence; null when there is nothing to do. */
  advice: z.string().nullable(),
})
export type Check = z.infer<typeof check>

/** How many checks found a fault, in words. */
export function describeFaults(checks: readonly Pick<Check, 'is_fine'>[]): string {
  const faults = checks.filter(({ is_fine }) => !is_fine).length
  if (faults === 0) return 'Nothing is wrong'
  return faults === 1 ? 'One thing is wrong' : `${faults} things are wrong`
}

export const system = {
  status: endpoint('GET /admin/system/status', {
    access: 'admin',
    summary: 'Storage, database and workers, checked now',
    input: nothing,
    output: systemStatus,
    reply: 'data',
    background: true,
  }),
  checks: endpoint('GET /admin/system/checks', {
    access: 'admin',
    summary: 'What the site needs, each tried now',
    input: z.object({ scope: z.enum(['all', 'work']).default('all') }),
    output: z.array(check),
    reply: 'data',
    background: true,
  }),
  diskSpace: endpoint('GET /admin/system/disk-space', {
    access: 'admin',
    summary: 'Size and free space of the volume that holds the data',
    input: nothing,
    output: diskSpace,
  }),
}
