import { createHash } from 'node:crypto'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Random } from '../../../apps/cli/src/demo/random.ts'
import { openClient } from '../../../packages/backup/src/database.ts'
import { completeRestore, listArchives, openArchive } from '../../../packages/backup/src/index.ts'
import { copyRows, LEFT_OUT_OF_UPGRADES, listTables } from '../../../packages/backup/src/tables.ts'
import { type Binaries, clusterMajor, startEmbedded } from '../../../packages/db/src/embedded/start.ts'
import { killAfter, LONGER, nightdesk, start, timed } from '../backups/nightdesk.ts'

/** A site that an upgrade changes. */
export interface UpgradeTrial {
  data_dir: string
  /** Of other Postgres than that of this release, by their major version. */
  binaries: Record<number, Binaries>
}

/** Kills `nightdesk upgrade` on copies of a site, and then lets it go on. */
export async function killUpgrades(trial: UpgradeTrial, home: string, random: Random, kills: number) {
  const { data_dir } = trial
  const copy = { DATA_DIR: join(home, 'copy'), DATABASE_URL: '', LOG_LEVEL: 'fatal' }
  const renew = async () => {
    await rm(copy.DATA_DIR, { recursive: true, force: true, maxRetries: 10 })
    await cp(data_dir, copy.DATA_DIR, { recursive: true })
  }
  await renew()
  const old = await stateOf(copy.DATA_DIR, trial)
  const duration = await timed(() => nightdesk(['upgrade'], copy))
  const whole = await stateOf(copy.DATA_DIR, trial)
  const problems: string[] = []
  let upgraded = 0
  for (let kill = 0; kill < kills; kill++) {
    await renew()
    await killAfter(start(['upgrade'], copy), random(0, duration * LONGER))
    const state = await stateOf(copy.DATA_DIR, trial)
    if (state !== old && state !== whole)
      problems.push(`upgrade ${kill} was killed and left neither the old site nor the new one`)
    if (state === whole) upgraded += 1
    problems.push(...(await damagedBackups(copy.DATA_DIR)))
    await nightdesk(['upgrade'], copy)
    if ((await stateOf(copy.DATA_DIR, trial)) !== whole)
      problems.push(`upgrade ${kill} did not go on to its end`)
  }
  return { upgraded, problems }
}

/** What the next start finds: the version of Postgres, and a hash of the schema and all rows. */
async function stateOf(data_dir: string, { binaries }: UpgradeTrial): Promise<string> {
  await completeRestore(data_dir)
  const home = join(data_dir, 'postgres')
  const major = await clusterMajor(home)
  if (major === null) return 'no database'
  await using postgres = await startEmbedded(home, binaries[major] ? { binaries: binaries[major] } : {})
  return `${major} ${await contentOf(postgres.owner_url)}`
}

/** A hash of the schema and of all rows that an upgrade must bring along. */
async function contentOf(url: string): Promise<string> {
  await using client = await openClient(url)
  const hash = createHash('sha256')
  const { rows } = await client.query('select max(name) as level from kysely_migration')
  hash.update(JSON.stringify(rows))
  for (const table of await listTables(client, LEFT_OUT_OF_UPGRADES)) {
    const copy = copyRows(client, table)
    for await (const _ of copy.chunks);
    hash.update(JSON.stringify([table.name, table.columns, copy.result()]))
  }
  return hash.digest('hex')
}

/** Every backup that has its name is whole. */
async function damagedBackups(data_dir: string): Promise<string[]> {
  const problems: string[] = []
  for (const path of await listArchives(join(data_dir, 'backups'))) {
    await using archive = await openArchive(path)
    await archive.check().catch((error) => problems.push(`${path}: ${error}`))
  }
  return problems
}
