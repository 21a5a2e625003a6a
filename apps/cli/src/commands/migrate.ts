import { migrate as applyMigrations } from '@nightdesk/db'
import { defineCommand } from 'citty'
import { readEnv } from '../env.ts'
import { withDatabase } from '../with-database.ts'

export const migrate = defineCommand({
  meta: {
    name: 'migrate',
    description: 'Bring the database to the newest schema; `start` does so by itself',
  },
  async run() {
    const names = await withDatabase(readEnv(), ({ url, owner_url }) => applyMigrations(owner_url, url))
    console.log(names.length === 0 ? 'The database is up to date.' : `Applied ${names.join(', ')}.`)
  },
})
