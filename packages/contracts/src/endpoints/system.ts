import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { nothing } from '../fields.ts'
import { CHECKS, type CheckName } from '../rules/checks.ts'
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
