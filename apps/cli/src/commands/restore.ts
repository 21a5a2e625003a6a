import { Command } from '@commander-js/extra-typings'
import { type RestoreReport, restoreBackup } from '@nightdesk/backup'
import { openBucket } from '@nightdesk/storage'
import { keyFor } from '../backup/key.ts'
import { databaseUrls } from '../database-urls.ts'
import { type Env, readEnv } from '../env.ts'
import { withProgressBar } from '../progress-bar.ts'

export const restore = new Command('restore')
  .description('Restore the site of a backup, into an empty database and storage')
  .argument('<file>', 'the backup')
  .option('--replace', 'Restore where a site is. Its data is moved to a directory beside it')
  .option('--identity <path>', 'A file with the age identity that opens the secrets')
  .option('--without-secrets', 'Restore without the secrets, which the site then makes anew')
  .action(async (file, { replace = false, identity, withoutSecrets = false }) => {
    const env = readEnv()
    const key = withoutSecrets ? null : await keyFor(file, env, identity)
    const urls = databaseUrls(env)
    const target = {
      data_dir: env.DATA_DIR,
      database: urls ? { url: urls.direct_url, owner_url: urls.owner_url } : null,
      bucket: await openBucket(env),
    }
    const report = await withProgressBar('steps', (onProgress) =>
      restoreBackup(file, target, { key, replace, onProgress }),
    )
    console.log(describe(file, report, env))
  })

function describe(file: string, { manifest, objects, secrets, before }: RestoreReport, env: Env): string {
  const { created_at, product, tables, broken_objects } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const lines = [
    ['Backup', `${file}, of ${created_at}, by Nightdesk ${product}`],
    ['Rows', `${rows} in ${tables.length} tables, read back and equal to the backup`],
    [
      'Files',
      `${objects}${broken_objects.length > 0 ? `, and ${broken_objects.length} that were broken before` : ''}`,
    ],
    [
      'Secrets',
      secrets.length > 0
        ? secrets.join(', ')
        : 'new ones: visitors of before count as new, and authenticator apps have to be set up again',
    ],
    ['Into', env.DATABASE_URL ? 'the database of DATABASE_URL' : env.DATA_DIR],
    ...(before ? [['Before', `${before} has the data of before`]] : []),
  ]
  return [...lines.map(([name = '', text]) => name.padEnd(10) + text), ...wayBack(before, env)].join('\n')
}

const wayBack = (before: string | null, { DATA_DIR }: Env): string[] =>
  before
    ? [
        '',
        'To go back to it, stop Nightdesk, and then:',
        `  for part in "${before}"/*; do rm -r "${DATA_DIR}/$(basename "$part")"; mv "$part" "${DATA_DIR}/"; done`,
      ]
    : []
