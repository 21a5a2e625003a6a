import { addJob } from '@nightdesk/db'
import { defineCommand } from 'citty'
import { readEnv } from '../../env.ts'
import { withDatabase } from '../../with-database.ts'

export const run = defineCommand({
  meta: { name: 'run', description: 'Have a worker make the analytics summary now' },
  async run() {
    const job = await withDatabase(readEnv(), ({ db }) =>
      addJob(db, 'analytics-summary', {}, { key: 'analytics-summary' }),
    )
    console.log(`Queued as job ${job}; a worker makes it.`)
  },
})
