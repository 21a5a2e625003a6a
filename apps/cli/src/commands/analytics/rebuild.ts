import { Command } from '@commander-js/extra-typings'
import { jobs } from '@nightdesk/contracts'
import { connect, type Rebuild, rebuildViews, recountableDays } from '@nightdesk/db'
import { readEnv } from '../../env.ts'
import { requireValid } from '../../require-valid.ts'
import { withDatabase } from '../../with-database.ts'

export const rebuild = new Command('rebuild')
  .description('Hold every count against the views it was made of, and put it right')
  .option('--day <day>', 'Only this day, such as 2026-11-18. Default: all of them')
  .action(async (options) => {
    const { day } = requireValid(jobs['rebuild-views'], options)
    const result = await withDatabase(readEnv(), async ({ url }) => {
      // All days of a large site take longer than the time limit of a request.
      const { db, close } = connect(url, { statementTimeout: 0 })
      try {
        const days = day ? { first_day: day, last_day: day } : await recountableDays(db)
        return days && (await rebuildViews(db, days))
      } finally {
        await close()
      }
    })
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
