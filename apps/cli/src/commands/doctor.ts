import { Command } from '@commander-js/extra-typings'
import { CHECKS, type Check, describeFaults } from '@nightdesk/contracts'
import { ALL_CHECKS, healthSettings, runChecks, runChecksWithoutDatabase } from '@nightdesk/doctor'
import { openStore } from '@nightdesk/storage'
import { type Env, readEnv } from '../env.ts'
import { explain } from '../explain.ts'
import { withDatabase } from '../with-database.ts'

export const doctor = new Command('doctor')
  .description(
    'Check everything that the site needs, and say what to do; exits with 1 when something is wrong',
  )
  .option('--json', 'Print the results as JSON, for scripts')
  .action(async ({ json }) => {
    const checks = await examine(readEnv())
    console.log(json ? JSON.stringify(checks, null, 2) : report(checks))
    if (!checks.every(({ is_fine }) => is_fine)) process.exitCode = 1
  })

async function examine(env: Env): Promise<Check[]> {
  const subject = { storage: await openStore(env), settings: healthSettings(env, env.SITE_URL) }
  try {
    return await withDatabase(env, ({ db }) => runChecks({ ...subject, db }, ALL_CHECKS, explain))
  } catch (error) {
    return [...(await runChecksWithoutDatabase(subject, explain)), withoutDatabase(error)]
  }
}

const withoutDatabase = (error: unknown): Check => ({
  name: 'database',
  is_fine: false,
  detail: explain(error),
  advice: 'Start Postgres or correct DATABASE_URL; the checks that need the database follow then.',
})

const report = (checks: Check[]): string =>
  [...checks.map(lineOf), '', `${checks.length} checks. ${describeFaults(checks)}.`].join('\n')

const lineOf = (check: Check): string =>
  `${markOf(check)} ${CHECKS[check.name]}: ${check.detail}${check.advice === null ? '' : `\n    ${check.advice}`}`

function markOf({ is_fine, advice }: Check): string {
  if (!is_fine) return '✗'
  return advice === null ? '✓' : '!'
}
