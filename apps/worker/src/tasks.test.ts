import type { JobHelpers } from 'graphile-worker'
import { expect, test } from 'vitest'
import { taskList } from './tasks.ts'
import { ctx } from './testing.ts'

test('a payload that is not of the contract is refused before the task runs', async () => {
  const task = taskList(ctx)['analytics-summary']
  const helpers = {} as JobHelpers // our tasks take none

  expect(() => task?.({ requested_by: 'ada' }, helpers)).toThrow('requested_by')
  expect(await ctx.db.selectFrom('analytics_summaries').select('id').execute()).toEqual([])
})
