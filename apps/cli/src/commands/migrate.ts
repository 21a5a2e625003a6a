import { Command } from '@commander-js/extra-typings'
import { migrate as applyMigrations } from '@nightdesk/db'
import { withDatabase } from '../database.ts'
import { readEnv } from '../env.ts'

export const migrate = new Command('migrate')
  .description('Bring the database to the newest schema; `start` does so by itself')
  .action(async () => {
    const names = await withDatabase(readEnv(), ({ url, owner_url, isPooled }) =>
      applyMigrations(owner_url, url, { isPooled }),
    )
    console.log(names.length === 0 ? 'The database is up to date.' : `Applied ${names.join(', ')}.`)
  })
