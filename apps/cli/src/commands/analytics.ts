import { Command } from '@commander-js/extra-typings'
import { jobs } from '@nightdesk/contracts'
import {
  addJob,
  type Db,
  monthsPastRetention,
  type Rebuild,
  rebuildViews,
  recountableDays,
  restoreViewMonth,
} from '@nightdesk/db'
import { openStore } from '@nightdesk/storage'
import { group } from '../command-line.ts'
import { PATIENT, withDatabase } from '../database.ts'
import { type Env, readEnv } from '../env.ts'
import { requireValid } from '../terminal.ts'

const run = new Command('run')
  .description('Have a worker make the analytics summary now')
  .action(async () => {
    const job = await withDatabase(readEnv(), ({ db }) =>
      addJob(db, 'analytics-summary', {}, { key: 'analytics-summary' }),
    )
    console.log(`Queued as job ${job}; a worker makes it.`)
  })

const rebuild = new Command('rebuild')
  .description('Hold every count against the views it was made of, and put it right')
  .option('--day <day>', 'Only this day, such as 2026-11-18. Default: all of them')
  .action(async (options) => {
    const { day } = requireValid(jobs['rebuild-views'], options)
    const recount = async (db: Db) => {
      const days = day ? { first_day: day, last_day: day } : await recountableDays(db)
      return days && (await rebuildViews(db, days))
    }
    const result = await withDatabase(readEnv(), ({ db }) => recount(db), PATIENT)
    console.log(result ? describe(result) : 'Nothing has been viewed yet.')
  })

function describe({ first_day, last_day, views, differences }: Rebuild): string {
  const days = first_day === last_day ? first_day : `${first_day} to ${last_day}`
  const wrong = Object.entries(differences).map(
    ([table, { missing, extra }]) => `  ${table}: ${missing} rows were missing, ${extra} were too many`,
  )
  const verdict =
    wrong.length === 0 ? 'Every count equals them.' : 'These counts were wrong and are right now:'
  return [`${views} views, ${days}. ${verdict}`, ...wrong].join('\n')
}

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

const restoreMonth = new Command('restore-month')
  .description('Read the single views of a month back from their archive in the storage')
  .argument('<month>', 'Such as 2026-01')
  .action(async (month, _, command) => {
    if (!MONTH.test(month)) command.error('Month must be a month such as 2026-01')
    const env = readEnv()
    const storage = await openStore(env)
    const restore = async (db: Db) => {
      const views = await restoreViewMonth(db, `${month}-01`, (key) => storage.get(key))
      console.log(`${views} views of ${month} are in the database again. The archive stays.`)
      if (await isDue(db, env, month)) console.log(AGAIN)
    }
    await withDatabase(env, ({ db }) => restore(db), PATIENT)
  })

const AGAIN = 'The worker drops them again at night: set VIEW_RETENTION_MONTHS higher to keep them.'

async function isDue(db: Db, { SITE_TIMEZONE, VIEW_RETENTION_MONTHS }: Env, month: string) {
  if (VIEW_RETENTION_MONTHS === 0) return false
  return (await monthsPastRetention(db, SITE_TIMEZONE, VIEW_RETENTION_MONTHS)).includes(`${month}-01`)
}

export const analytics = group('analytics', 'Count views anew, and read archived ones back')
  .addCommand(run)
  .addCommand(rebuild)
  .addCommand(restoreMonth)
