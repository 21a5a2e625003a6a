import { AppError, type workers as contract, notFound } from '@nightdesk/contracts'
import { addJob, jobHistory, workerStatus } from '@nightdesk/db'
import { sql } from 'kysely'
import { audit } from '../audit-log/write-line.ts'
import type { Handlers } from '../calls/handlers.ts'
import { commitAnswer } from '../transactions/commit-answer.ts'

export const workers: Handlers<typeof contract> = {
  status: ({ db }) => workerStatus(db),

  triggerAnalytics: (ctx) =>
    commitAnswer(ctx, async (tx) => {
      const payload = { requested_by: ctx.session.user.id }
      const job_id = await addJob(tx, 'analytics-summary', payload, { key: 'analytics-summary' })
      await audit(tx, ctx, 'job.trigger', `job:${job_id}`, { name: 'analytics-summary' })
      return { job_id }
    }),

  jobs: ({ db }) => jobHistory(db),

  retry: (ctx, { id }) =>
    commitAnswer(ctx, async (tx) => {
      const { rows } = await sql<{ is_running: boolean; name: string }>`
        select locked_at is not null as is_running, task_identifier as name
        from graphile_worker.jobs where id = ${id}`.execute(tx)
      const [job] = rows
      if (!job) throw notFound('Job')
      if (job.is_running) throw new AppError('CONFLICT', 'This job is running already.')
      await sql`
        select graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at => now(), attempts => 0)`.execute(
        tx,
      )
      await audit(tx, ctx, 'job.retry', `job:${id}`, { name: job.name })
      return { job_id: String(id) }
    }),
}
