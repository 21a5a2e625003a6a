import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant, nothing } from './fields.ts'

/** A worker is `running` while its heartbeat is under 45 s old by the database’s clock. */
export const worker = z.object({
  name: z.string(),
  status: z.string(),
  last_heartbeat: instant.nullable(),
  error_message: z.string().nullable(),
})
export type Worker = z.infer<typeof worker>

export const workers = {
  status: endpoint('GET /admin/worker/status', {
    access: 'author',
    summary: 'Every worker process and how it is',
    input: nothing,
    output: z.array(worker),
    background: true,
  }),
  triggerAnalytics: endpoint('POST /admin/worker/trigger-analytics', {
    access: 'editor',
    summary: 'Queue the analytics summary; while one waits, the same job is returned',
    input: nothing,
    output: z.object({ job_id: z.string() }),
    reply: 'data',
    status: 202,
  }),
}
