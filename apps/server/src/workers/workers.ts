import type { workers as contract } from '@nightdesk/contracts'
import { addJob, workerStatus } from '@nightdesk/db'
import { audit } from '../audit.ts'
import type { Service } from '../service.ts'

export const workers: Service<typeof contract> = {
  status: ({ db }) => workerStatus(db),

  triggerAnalytics: (ctx) =>
    ctx.db.transaction().execute(async (tx) => {
      const payload = { requested_by: ctx.session.user.id }
      const job_id = await addJob(tx, 'analytics-summary', payload, { key: 'analytics-summary' })
      await audit(tx, ctx, 'job.trigger', `job:${job_id}`, { name: 'analytics-summary' })
      return { job_id }
    }),
}
