import { Command } from '@commander-js/extra-typings'
import { addJob } from '@nightdesk/db'
import { readEnv } from '../../env.ts'
import { withDatabase } from '../../with-database.ts'

export const run = new Command('run')
  .description('Have a worker make the analytics summary now')
  .action(async () => {
    const job = await withDatabase(readEnv(), ({ db }) =>
      addJob(db, 'analytics-summary', {}, { key: 'analytics-summary' }),
    )
    console.log(`Queued as job ${job}; a worker makes it.`)
  })
