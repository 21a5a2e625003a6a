import { type Random, randomFrom } from '../../apps/cli/src/demo/random.ts'
import { temporaryDirectory } from '../temporary-directory.ts'
import { joined, type Report } from './report.ts'
import { killUpgrades, type UpgradeTrial } from './upgrades/kill-upgrades.ts'
import { makeOldPostgres } from './upgrades/old-postgres.ts'
import { makeOldSchema } from './upgrades/old-schema.ts'

interface Torture {
  seed: string
  /** Of each kind of upgrade. */
  kills: number
}

/** Kills upgrades at random moments: migrations with the backup before them, and moves to a new major version of Postgres. */
export async function tortureUpgrades({ seed, kills }: Torture): Promise<Report> {
  const random = randomFrom(seed)
  const migrations = await tryKind('Migrations killed', makeOldSchema, random, kills)
  const moves = await tryKind('Moves killed', makeOldPostgres, random, kills)
  return joined(migrations, moves)
}

/** @param make makes a site before an upgrade, in an empty directory */
async function tryKind(
  name: string,
  make: (home: string) => Promise<UpgradeTrial>,
  random: Random,
  kills: number,
): Promise<Report> {
  await using home = await temporaryDirectory('torture-upgrades')
  const { upgraded, problems } = await killUpgrades(await make(home.path), home.path, random, kills)
  const line = `${name.padEnd(20)} ${kills}: ${upgraded} were done, the others had changed nothing and went on`
  return { lines: [line], problems }
}
