import { join } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { backupDirectory } from '@nightdesk/config'
import { formatBytes } from '@nightdesk/contracts/files'
import { connect } from '@nightdesk/db'
import { clusterMajor, POSTGRES_MAJOR } from '@nightdesk/db/embedded'
import { checkUpgrade, fault, fine, hint, UPGRADE_CHECKS, type UpgradeCheck } from '@nightdesk/doctor'
import { withDatabase } from '../database.ts'
import { type Env, readEnv } from '../env.ts'
import { printChecks } from '../terminal.ts'
import { migrateSite } from '../upgrade/migrate-site.ts'
import { completeMove, completeRestore, isOfThisRelease, moveDatabase } from '../upgrade/move-database.ts'

export const upgrade = new Command('upgrade')
  .description('Upgrade the database for this version, as `start` does, with a backup before that')
  .option('--check', 'Only say what the upgrade would do; exits with 1 when something is wrong')
  .option('--json', 'Print the results of --check as JSON, for scripts')
  .action(async ({ check, json }, command) => {
    const env = readEnv()
    if (check) return printChecks(await lookAt(env), UPGRADE_CHECKS, json)
    if (json) command.error('--json prints the results of --check')
    await carryOut(env)
  })

async function carryOut(env: Env): Promise<void> {
  const moved = await moveDatabase(env)
  const wayBack = await withDatabase(env, async (database) => {
    const way = await migrateSite(env, database)
    await completeMove(env, database.url)
    return way
  })
  if (wayBack) console.log(`The database was upgraded. ${wayBack}`)
  else if (!moved) console.log('The database is up to date.')
}

async function lookAt(env: Env): Promise<UpgradeCheck[]> {
  await completeRestore(env.DATA_DIR)
  if (!env.DATABASE_URL && !(await isOfThisRelease(env.DATA_DIR))) return checkMove(env)
  return withDatabase(env, async ({ owner_url }) => {
    const { db, close } = connect(owner_url, { max: 2 })
    return checkUpgrade({ db, backup_directory: backupDirectory(env) }).finally(close)
  })
}

/** The Postgres of this release cannot read the database, so nothing else can be checked. */
async function checkMove({ DATA_DIR }: Env): Promise<UpgradeCheck[]> {
  const { roomForUpgrade } = await import('@nightdesk/backup')
  const major = await clusterMajor(join(DATA_DIR, 'postgres'))
  const { needed, available } = await roomForUpgrade(DATA_DIR)
  const room = `The move takes ${formatBytes(needed)} in ${DATA_DIR}, and ${formatBytes(available)} are free.`
  const move = hint(
    `The database is of Postgres ${major}. The upgrade moves it to Postgres ${POSTGRES_MAJOR}; the present one stays beside it.`,
    `Connect this machine to the npm registry: the upgrade downloads Postgres ${major} once, 23 MB, to read the database.`,
  )
  const disk = available >= needed ? fine(room) : fault(room, 'Delete what is not needed there.')
  return [
    { name: 'disk', ...disk },
    { name: 'version', ...move },
  ]
}
