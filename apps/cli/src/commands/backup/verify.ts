import { Command } from '@commander-js/extra-typings'
import { listArchives, type VerifiedBackup, verifyBackup } from '@nightdesk/backup'
import { backupDirectory } from '@nightdesk/config'
import { keyFor } from '../../backup/key.ts'
import { readEnv } from '../../env.ts'
import { withProgressBar } from '../../progress-bar.ts'

export const verify = new Command('verify')
  .description('Prove that a backup comes back, in a Postgres of its own; by default the newest')
  .argument('[file]', 'the backup')
  .option('--identity <path>', 'A file with the age identity that opens the secrets')
  .option('--without-secrets', 'Leave the secrets unopened')
  .action(async (given, { identity, withoutSecrets = false }) => {
    const env = readEnv()
    const directory = backupDirectory(env)
    const file = given ?? (await listArchives(directory))[0]
    if (!file) throw new Error(`There is no backup in ${directory}`)
    const key = withoutSecrets ? null : await keyFor(file, env, identity)
    const result = await withProgressBar('steps', (onProgress) => verifyBackup(file, { key, onProgress }))
    console.log(`${file}: ${describe(result)}`)
    if (result.problems.length > 0) throw new Error(result.problems.join('\n'))
  })

function describe({ stories, versions, pictures, views, seconds, problems }: VerifiedBackup): string {
  const counts = `${stories} stories, ${versions} versions, ${views} views, ${pictures} pictures`
  const verdict = problems.length > 0 ? 'not all of them as they were' : 'identical'
  return `${counts} ${verdict}, ${seconds.toFixed(0)} s`
}
