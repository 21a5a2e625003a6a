import type { Job, JobHelpers } from 'graphile-worker'
import { expect, test } from 'vitest'
import { taskList } from './tasks.ts'
import { ctx } from './testing.ts'

test('a payload that breaks the contract is refused before the task runs', async () => {
  const task = taskList(ctx, 'desk')['analytics-summary']
  const job = { id: '1', task_identifier: 'analytics-summary', attempts: 1, created_at: new Date() } as Job
  const helpers = { job } as JobHelpers // our tasks use nothing else of it

  await expect(task?.({ requested_by: 'ada' }, helpers)).rejects.toThrow('requested_by')
  expect(await ctx.db.selectFrom('analytics_summaries').select('id').execute()).toEqual([])
})
