import { resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import {
  describeBackup,
  listAllArchives,
  openIfUsable,
  recordBackup,
  type VerifiedBackup,
  verifyBackup,
} from '@nightdesk/backup'
import { backupDirectory, backupPlan } from '@nightdesk/config'
import { formatBytes } from '@nightdesk/contracts/files'
import { keyFor, writeBackupOf } from '../backups.ts'
import { withDatabase } from '../database.ts'
import { type Env, readEnv } from '../env.ts'
import { withProgressBar } from '../terminal.ts'

const verify = new Command('verify')
  .description('Prove that a backup comes back, in a Postgres of its own; by default the newest')
  .argument('[file]', 'the backup')
  .option('--identity <path>', 'A file with the age identity that opens the secrets')
  .option('--without-secrets', 'Leave the secrets unopened')
  .action(async (given, options) => {
    const env = readEnv()
    const file = given ?? (await newestIn(backupDirectory(env)))
    const key = await keyFor(file, env, options)
    const result = await withProgressBar('steps', (onProgress) => verifyBackup(file, { key, onProgress }))
    console.log(`${file}: ${describeTrial(result)}`)
    if (result.problems.length > 0) throw new Error(result.problems.join('\n'))
  })

/** @throws when several sites share the directory */
async function newestIn(directory: string): Promise<string> {
  const files = await listAllArchives(directory)
  const sites = new Set<string>()
  for (const file of files) {
    await using archive = await openIfUsable(file)
    if (archive) sites.add(archive.manifest.installation)
  }
  if (sites.size > 1) throw new Error(`${directory} has the backups of several sites: name one`)
  const [newest] = files
  if (!newest) throw new Error(`There is no backup in ${directory}`)
  return newest
}

function describeTrial({ stories, versions, pictures, views, seconds, problems }: VerifiedBackup): string {
  const counts = `${stories} stories, ${versions} versions, ${views} views, ${pictures} pictures`
  const verdict = problems.length > 0 ? 'not all of them as they were' : 'identical'
  return `${counts} ${verdict}, ${seconds.toFixed(0)} s`
}

export const backup = new Command('backup')
  .addCommand(verify)
  .description('Write a whole backup of the site into one file, also while it runs')
  .option('--to <directory>', 'Where to. Default: BACKUP_DIR, or DATA_DIR/backups')
  .action(async ({ to }) => {
    const env = readEnv()
    const directory = resolve(to ?? backupDirectory(env))
    const started = performance.now()
    const written = await withDatabase(env, async ({ url, db }) => {
      const backup = await writeBackupOf(env, url, directory)
      if (isListed(env, directory)) await recordBackup(db, backup)
      return backup
    })
    const { rows, objects } = describeBackup(written)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const { path, size, manifest } = written
    console.log(`Wrote ${path}: ${rows} rows, ${objects} files, ${formatBytes(size)}, ${seconds} s.`)
    const { broken_objects } = manifest
    if (broken_objects.length > 0)
      console.error(
        `The storage lacks these files, or has them in another size: ${broken_objects.join(', ')}`,
      )
    if (!env.BACKUP_PASSPHRASE && !env.BACKUP_RECIPIENT) console.error(WITHOUT_SECRETS)
  })

/** Whether the worker looks for backups there. */
const isListed = (env: Env, directory: string) =>
  backupPlan(env).bucket === null && directory === backupDirectory(env)

const WITHOUT_SECRETS =
  'The secrets of the site are not in this backup. A site restored from it makes new ones: visitors of before count as new, and authenticator apps have to be set up again. ' +
  'Set BACKUP_PASSPHRASE or BACKUP_RECIPIENT to have them in it, encrypted.'
