import { Command } from '@commander-js/extra-typings'
import { connect } from '@nightdesk/db'
import { checkUpgrade, healthSettings, UPGRADE_CHECKS } from '@nightdesk/doctor'
import { readEnv } from '../env.ts'
import { explain } from '../explain.ts'
import { printChecks } from '../print-checks.ts'
import { withDatabase } from '../with-database.ts'

export const upgrade = new Command('upgrade')
  .description(
    'Say what the upgrade by `npm start` of this version would do; exits with 1 when something is wrong',
  )
  .option('--check', 'Only look, and change nothing')
  .option('--json', 'Print the results as JSON, for scripts')
  .action(async ({ check, json }, command) => {
    if (!check)
      command.error(
        '`npm start` upgrades the site. Before it, `nightdesk upgrade --check` says what it would do.',
      )
    const env = readEnv()
    const checks = await withDatabase(env, async ({ owner_url }) => {
      const { db, close } = connect(owner_url, { max: 2 })
      return checkUpgrade({ db, settings: healthSettings(env, env.SITE_URL) }, explain).finally(close)
    })
    printChecks(checks, UPGRADE_CHECKS, json)
  })
