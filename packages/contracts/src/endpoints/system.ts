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

export const CHECKS = ['worker', 'jobs', 'queue', 'database', 'storage', 'clock', 'proxy', 'policy'] as const

/** One requirement of background work, for finding out why it does not run. */
export const check = z.object({
  name: z.enum(CHECKS),
  is_fine: z.boolean(),
  /** The result of the check, in a sentence. */
  detail: z.string(),
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
    summary: 'What background work needs, each tried now',
    input: nothing,
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
