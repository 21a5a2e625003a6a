import { verifyAudit } from '@nightdesk/db'
import { defineCommand } from 'citty'
import { readEnv } from '../../env.ts'
import { withDatabase } from '../../with-database.ts'

export const verify = defineCommand({
  meta: {
    name: 'verify',
    description: 'Check that no line of the audit log was changed, removed or put in later',
  },
  args: {
    expect: {
      type: 'string',
      description: 'An end that this command, or the log of the worker, told before',
      valueHint: 'hash',
    },
  },
  async run({ args }) {
    const { lines, deleted_lines, end, problem } = await withDatabase(readEnv(), ({ db }) =>
      verifyAudit(db, args.expect),
    )
    if (problem) throw new Error(`The audit log is not as it was written. ${problem}`)
    const past =
      deleted_lines > 0 ? `, after ${deleted_lines} that were deleted when their time was over` : ''
    console.log(`${lines} lines${past}: each is as it was written.`)
    if (end) console.log(`The chain ends with ${end}`)
  },
})
