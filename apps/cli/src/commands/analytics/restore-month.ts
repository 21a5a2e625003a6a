import { Command } from '@commander-js/extra-typings'
import { connect, type Db, monthsPastRetention, restoreViewMonth } from '@nightdesk/db'
import { openStore } from '@nightdesk/storage'
import { type Env, readEnv } from '../../env.ts'
import { withDatabase } from '../../with-database.ts'

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

export const restoreMonth = new Command('restore-month')
  .description('Read the single views of a month back from their archive in the storage')
  .argument('<month>', 'Such as 2026-01')
  .action(async (month, _, command) => {
    if (!MONTH.test(month)) command.error('Month must be a month such as 2026-01')
    const env = readEnv()
    await withDatabase(env, async ({ url }) => {
      // A large month takes longer than the time limit of a request.
      const { db, close } = connect(url, { statementTimeout: 0 })
      try {
        const storage = await openStore(env)
        const views = await restoreViewMonth(db, `${month}-01`, (key) => storage.get(key))
        console.log(`${views} views of ${month} are in the database again. The archive stays.`)
        if (await isDue(db, env, month)) console.log(AGAIN)
      } finally {
        await close()
      }
    })
  })

const AGAIN = 'The worker drops them again at night: set VIEW_RETENTION_MONTHS higher to keep them.'

async function isDue(db: Db, { SITE_TIMEZONE, VIEW_RETENTION_MONTHS }: Env, month: string) {
  if (VIEW_RETENTION_MONTHS === 0) return false
  return (await monthsPastRetention(db, SITE_TIMEZONE, VIEW_RETENTION_MONTHS)).includes(`${month}-01`)
}
