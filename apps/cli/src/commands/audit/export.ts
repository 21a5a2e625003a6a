import { Command } from '@commander-js/extra-typings'
import { readAudit, writeAudit } from '@nightdesk/db'
import { readEnv } from '../../env.ts'
import { withDatabase } from '../../with-database.ts'

const BATCH = 5_000

export const exportLines = new Command('export')
  .description('Print the whole audit log, newest first: one line of JSON for each of its lines')
  .action(async () => {
    await withDatabase(readEnv(), async ({ db }) => {
      const stranger = { actor_id: null, ip_prefix: null, request_id: null }
      await writeAudit(db, {
        ...stranger,
        action: 'audit.export',
        target: 'audit',
        detail: { by: 'operator' },
      })
      let before: number | undefined
      do {
        const lines = await readAudit(db, { before, limit: BATCH })
        if (lines.length > 0)
          process.stdout.write(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
        before = lines.length === BATCH ? lines.at(-1)?.id : undefined
      } while (before)
    })
  })
