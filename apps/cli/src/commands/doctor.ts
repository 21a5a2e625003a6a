import { Command } from '@commander-js/extra-typings'
import { backupPlan } from '@nightdesk/config'
import { CHECKS, type Check, type CheckName } from '@nightdesk/contracts'
import { ALL_CHECKS, runChecks, runChecksWithoutDatabase } from '@nightdesk/doctor'
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
  const settings = {
    url: env.SITE_URL,
    data_dir: env.DATA_DIR,
    has_secret: env.JWT_SECRET !== undefined,
    storage_limit: env.STORAGE_LIMIT_BYTES,
    smtp_url: env.SMTP_URL,
    has_cdn: env.CDN_PURGE_URL !== undefined,
    backups: backupPlan(env),
  }
  const subject = { storage: await openStore(env), settings }
  try {
    return await withDatabase(env, ({ db }) => runChecks({ ...subject, db }, ALL_CHECKS, explain))
  } catch (error) {
    const unusable = {
      name: 'database',
      is_fine: false,
      detail: explain(error),
      advice: START_POSTGRES,
    } as const
    return [...(await runChecksWithoutDatabase(subject, explain)), unusable]
  }
}

const START_POSTGRES =
  'Start Postgres or correct DATABASE_URL; the checks that need the database follow then.'

function report(checks: Check[]): string {
  const faults = checks.filter(({ is_fine }) => !is_fine).length
  const verdict =
    faults === 0 ? 'Nothing is wrong' : faults === 1 ? 'One thing is wrong' : `${faults} things are wrong`
  return [...checks.map(lineOf), '', `${checks.length} checks. ${verdict}.`].join('\n')
}

const MARKS = { fine: '✓', hint: '!', fault: '✗' }

function lineOf({ name, is_fine, detail, advice }: Check): string {
  const mark = is_fine ? (advice === null ? MARKS.fine : MARKS.hint) : MARKS.fault
  const question = CHECKS[name satisfies CheckName]
  return `${mark} ${question}: ${detail}${advice === null ? '' : `\n    ${advice}`}`
}
