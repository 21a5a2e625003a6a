import { Command } from '@commander-js/extra-typings'
import { explain } from '@nightdesk/config'
import { CHECKS, type Check } from '@nightdesk/contracts'
import { healthSettings, runChecks, runChecksWithoutDatabase } from '@nightdesk/doctor'
import { openStore } from '@nightdesk/storage'
import { withDatabase } from '../database.ts'
import { type Env, readEnv } from '../env.ts'
import { printChecks } from '../terminal.ts'

export const doctor = new Command('doctor')
  .description(
    'Check everything that the site needs, and say what to do; exits with 1 when something is wrong',
  )
  .option('--json', 'Print the results as JSON, for scripts')
  .action(async ({ json }) => {
    printChecks(await examine(readEnv()), CHECKS, json)
  })

async function examine(env: Env): Promise<Check[]> {
  const storage = await openStore(env).catch(unusable)
  const subject = { storage, settings: healthSettings(env, env.SITE_URL) }
  try {
    return await withDatabase(env, ({ db }) => runChecks({ ...subject, db }))
  } catch (error) {
    return [...(await runChecksWithoutDatabase(subject)), withoutDatabase(error)]
  }
}

/** A storage that could not be opened: the checks that need it say why. */
function unusable(error: unknown) {
  const fail = () => Promise.reject(error)
  return { put: fail, get: fail, delete: fail }
}

const withoutDatabase = (error: unknown): Check => ({
  name: 'database',
  is_fine: false,
  detail: explain(error),
  advice: 'Start Postgres or correct DATABASE_URL; the checks that need the database follow then.',
})
