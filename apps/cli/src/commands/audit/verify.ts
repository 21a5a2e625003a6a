import { Command } from '@commander-js/extra-typings'
import { verifyAudit } from '@nightdesk/db'
import { readEnv } from '../../env.ts'
import { withDatabase } from '../../with-database.ts'

export const verify = new Command('verify')
  .description('Check that no line of the audit log was changed, removed or put in later')
  .option('--expect <hash>', 'An end that this command, or the log of the worker, told before')
  .action(async ({ expect }) => {
    const { lines, deleted_lines, end, problem } = await withDatabase(readEnv(), ({ db }) =>
      verifyAudit(db, expect),
    )
    if (problem) throw new Error(`The audit log is not as it was written. ${problem}`)
    const past =
      deleted_lines > 0 ? `, after ${deleted_lines} that were deleted when their time was over` : ''
    console.log(`${lines} lines${past}: each is as it was written.`)
    if (end) console.log(`The chain ends with ${end}`)
  })
