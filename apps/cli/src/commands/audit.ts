import { Command } from '@commander-js/extra-typings'
import { readAudit, verifyAudit, writeAudit } from '@nightdesk/db'
import { group } from '../command-line.ts'
import { withDatabase } from '../database.ts'
import { readEnv } from '../env.ts'

const verify = new Command('verify')
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

const BATCH = 5_000

const exportLines = new Command('export')
  .description('Print the whole audit log, newest first: one line of JSON for each of its lines')
  .action(async () => {
    await withDatabase(readEnv(), async ({ db }) => {
      await writeAudit(db, { action: 'audit.export', target: 'audit', detail: { by: 'operator' } })
      let before: number | undefined
      do {
        const lines = await readAudit(db, { before, limit: BATCH })
        if (lines.length > 0)
          process.stdout.write(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
        before = lines.length === BATCH ? lines.at(-1)?.id : undefined
      } while (before)
    })
  })

export const audit = group('audit', 'Check and keep the record of who changed what')
  .addCommand(verify)
  .addCommand(exportLines)
