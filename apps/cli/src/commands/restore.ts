import { Command } from '@commander-js/extra-typings'
import {
  collectPresent,
  type Manifest,
  type RestoreReport,
  restoreBackup,
  restoreUntil,
  signingKey,
  type UntilReport,
} from '@nightdesk/backup'
import { backupDirectory, walDirectory } from '@nightdesk/config'
import { namedInstant } from '@nightdesk/contracts'
import { secretFingerprint } from '@nightdesk/db'
import { openBucket, openStore } from '@nightdesk/storage'
import { type KeyOptions, keyFor } from '../backups.ts'
import { databaseUrls, type Env, readEnv } from '../env.ts'
import { requireValid, withProgressBar } from '../terminal.ts'

export const restore = new Command('restore')
  .description('Restore the site of a backup, or of a moment')
  .argument('[file]', 'the backup, for an empty database and storage')
  .option('--until <moment>', 'Restore the database as it was then, from what BACKUP_WAL has archived')
  .option('--replace', 'Restore where a site is. Its data is moved to a directory beside it')
  .option('--identity <path>', 'A file with the age identity that opens the secrets')
  .option('--without-secrets', 'Restore without the secrets, which the site then makes anew')
  .action(async (file, { until, replace = false, ...options }, command) => {
    if (!file === !until) command.error('Name a backup, or a moment with --until')
    const env = readEnv()
    if (until) return restoreMoment(requireValid(MOMENT, until), env, replace)
    if (file) return restoreFile(file, env, replace, options)
  })

async function restoreFile(file: string, env: Env, replace: boolean, options: KeyOptions) {
  const key = await keyFor(file, env, options)
  const target = {
    data_dir: env.DATA_DIR,
    database: databaseUrls(env) ?? null,
    bucket: await openBucket(env),
  }
  const report = await withProgressBar('steps', (onProgress) =>
    restoreBackup(file, target, {
      ...{ key, replace, onProgress },
      // The last changes of the site of before stay within the reach of `--until`.
      beforeReplacing: () => collectPresent({ data_dir: env.DATA_DIR, archive: walDirectory(env) }),
    }),
  )
  print(await describe(file, report, env), report.before, env)
}

const MOMENT = namedInstant('The moment must be one such as 2026-11-22T10:15:00Z')

async function restoreMoment(until: string, env: Env, replace: boolean) {
  if (env.DATABASE_URL)
    throw new Error(
      '--until restores the embedded Postgres. Who runs the one of DATABASE_URL restores it with its own tools',
    )
  if (until > new Date().toISOString()) throw new Error(`${until} has not come yet`)
  const target = {
    data_dir: env.DATA_DIR,
    archive: walDirectory(env),
    backups: backupDirectory(env),
    storage: await openStore(env),
  }
  const report = await withProgressBar('archived files', (onProgress) =>
    restoreUntil(until, target, { replace, onProgress }),
  )
  print(describeUntil(until, report), report.before, env)
}

type Row = [name: string, text: string]

async function describe(
  file: string,
  { manifest, objects, secrets }: RestoreReport,
  env: Env,
): Promise<Row[]> {
  const { created_at, product, tables, broken_objects } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const key = await describeSigningKey(manifest, env)
  return [
    ['Backup', `${file}, of ${created_at}, by Nightdesk ${product}`],
    ['Rows', `${rows} in ${tables.length} tables, read back and equal to the backup`],
    [
      'Files',
      `${objects}${broken_objects.length > 0 ? `, and ${broken_objects.length} that were broken before` : ''}`,
    ],
    ['Secrets', secrets.length > 0 ? secrets.join(', ') : 'new ones: visitors of before count as new'],
    ...(key === null ? [] : [['Key', key] satisfies Row]),
    ['Into', env.DATABASE_URL ? 'the database of DATABASE_URL' : env.DATA_DIR],
  ]
}

function print(rows: Row[], before: string | null, { DATA_DIR }: Env): void {
  const all: Row[] = [
    ...rows,
    ['Revoked', 'API keys and preview links that were revoked since work again: revoke them anew'],
    ...(before ? [['Before', `${before} has the data of before`] satisfies Row] : []),
  ]
  console.log(all.map(([name, text]) => name.padEnd(10) + text).join('\n'))
  if (!before) return
  const command = `for part in "${before}"/*; do rm -r "${DATA_DIR}/$(basename "$part")"; mv "$part" "${DATA_DIR}/"; done`
  console.log(`\nTo go back to it, stop Nightdesk, and then:\n  ${command}`)
}

/** Whether the restored site signs tokens with the key of before; null when none of that time is known. */
async function describeSigningKey(
  { secrets, lacks_signing_key }: Manifest,
  env: Env,
): Promise<string | null> {
  if (!secrets.jwt) return null
  const key = await signingKey(env)
  if (key !== null && secretFingerprint('jwt', key) === secrets.jwt)
    return `${env.JWT_SECRET ? 'JWT_SECRET' : 'jwt.key'} is that of the site in the backup`
  if (env.JWT_SECRET) return OTHER
  return lacks_signing_key ? MISSING : 'a new one: authenticator apps have to be set up again'
}

const OTHER =
  'JWT_SECRET is not that of the site in the backup: authenticator apps have to be set up again, unless you set that one'
const MISSING =
  'it was a setting, JWT_SECRET, and is not in the backup. Set it before you start the site, or authenticator apps have to be set up again'

function describeUntil(until: string, report: UntilReport): Row[] {
  const { base, last_change, stories, versions, views, problems } = report
  const counts = `${stories} stories, ${versions} versions, ${views} views`
  return [
    ['Moment', `${until}, from the base backup of ${base}`],
    ['Changed', last_change ? `last at ${last_change}` : 'not since that base backup'],
    ['Site', problems.length > 0 ? counts : `${counts}, as they were written`],
    ...problems.map((problem): Row => ['Problem', problem]),
    ['Files', describeFiles(report.objects)],
  ]
}

function describeFiles({ returned, lost, later }: UntilReport['objects']): string {
  const parts = ['those that are there']
  if (returned > 0) parts.push(`${returned} that were deleted since, from backups`)
  if (lost.length > 0) parts.push(`but not these, which were deleted since: ${lost.join(' ')}`)
  if (later > 0) parts.push(`and ${later} of later, for a week`)
  return parts.join(', ')
}
