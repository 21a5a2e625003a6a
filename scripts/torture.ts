import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { tryManyRuns } from '../apps/web/src/admin/articles/saving/testing/save-machine.ts'
import { missingPgBouncer } from '../packages/db/src/testing-pgbouncer.ts'
import startTestDatabase from './test-database.ts'
import { tortureAbuse } from './torture/abuse.ts'
import { tortureAlone } from './torture/alone.ts'
import { tortureBackupsAndMoments } from './torture/backups.ts'
import { tortureClocks, WRONG_CLOCKS } from './torture/clocks.ts'
import { tortureConflicts } from './torture/conflicts.ts'
import { tortureCorpus } from './torture/corpus.ts'
import { missingForFleet, tortureFleet } from './torture/fleet.ts'
import { tortureFreshness } from './torture/freshness.ts'
import { tortureHostilePictures } from './torture/hostile-pictures.ts'
import { tortureImports } from './torture/imports.ts'
import { tortureMerges } from './torture/merges.ts'
import { torturePrevious } from './torture/previous.ts'
import { joined, notDone, type Report } from './torture/report.ts'
import { tortureRolling } from './torture/rolling.ts'
import { tortureSaves } from './torture/saves.ts'
import { tortureSite } from './torture/site.ts'
import { tortureSlowBucket } from './torture/slow-bucket.ts'
import { tortureTwoMachines } from './torture/two-machines.ts'
import { tortureTyping } from './torture/typing.ts'
import { tortureUpgrades } from './torture/upgrades.ts'
import { tortureViews } from './torture/views.ts'
import { tortureWorkers } from './torture/workers.ts'

// `npm run torture`: tests every promise that a fault could break, at full count; `--only saves,workers` selects some.
// Exits with 1 when one is broken.

const { values } = parseArgs({
  options: {
    /** Decides what is killed and when, except for the timing of the machine. */
    seed: { type: 'string', default: randomUUID().slice(0, 8) },
    only: { type: 'string' },
    /** A commit or tag of the release before, for `previous`. Default: the newest tag. */
    previous: { type: 'string' },
  },
})
const { seed } = values

const runs: Record<string, () => Promise<Report>> = {
  /** SIGKILL to the server, the database and all processes while people save. */
  saves: () => tortureSaves({ seed, kills: 20, saves: 1000 }),

  /** Concurrent saves of the same version. */
  conflicts: () => tortureConflicts(200),

  /** A log of views with known figures, sent through two servers. */
  views: () => tortureViews({ seed, requests: 100_000 }),

  /** Publishing through one server and reading through the other. */
  freshness: () => tortureFreshness(200),

  /** Name and menu of the site, changed through two servers while readers ask both. */
  site: () => tortureSite(100),

  /** Pasting documents; CORPUS_DIR names a folder with more of them. */
  corpus: () => tortureCorpus(process.env.CORPUS_DIR, 3000),

  /** Exports of other products, of which IMPORT_CORPUS_DIR names a folder; and SIGKILL to imports. */
  imports: () => withDatabases(() => tortureImports(process.env.IMPORT_CORPUS_DIR, seed)),

  /** Pictures that are broken, have a wrong size in their header, or decode to gigabytes. */
  pictures: () => tortureHostilePictures(seed, 1000),

  /** Pages that crash while somebody types: online, offline, with the session revoked. */
  typing: () => tortureTyping({ seed, kills: 100 }),

  /** Two windows and two people who edit the same article. */
  merges: () => tortureMerges({ seed, rounds: 50 }),

  /** Random runs of the save machine. Throws with the shortest run that breaks a promise. */
  async machine() {
    const count = 10_000
    tryManyRuns(count)
    return { lines: [`Save machine         ${count} random runs`], problems: [] }
  },

  /** SIGKILL to workers in the middle of their jobs while another runs. */
  workers: () => withDatabases(() => tortureWorkers({ jobs: 1000, kills: 4 })),

  /** SIGKILL to backups, archiving, restores and trial restores, and single bits of an archive flipped. */
  backups: () => tortureBackupsAndMoments({ seed, kills: 30, flips: 1000 }),

  /** SIGKILL to upgrades: migrations with the backup before them, and moves to a new major version of Postgres. */
  upgrade: () => tortureUpgrades({ seed, kills: 30 }),

  /** The integration tests of the server of an earlier release, on the schema of this one. */
  previous: () => withDatabases(() => torturePrevious(values.previous)),

  /** A tour of the API on the embedded database and the disk; then SIGTERM under load, several times. */
  alone: () => tortureAlone(5),

  /** SIGHUP under load: new processes in place of the old ones, without an interruption. */
  rolling: () => tortureRolling(),

  /** Many anonymous costly reads, while a reader opens the home page. */
  abuse: () => tortureAbuse({ clients: 50, pages: 500, stories: 100, limit: 500 }),

  /** A server or a worker whose clock is an hour ahead or behind. */
  clocks: () => tortureClocks(WRONG_CLOCKS),

  /** The tour of `alone` on two machines with one Postgres and one bucket, and outages of both. */
  together: () => tortureTwoMachines(0),

  /** A bucket that is slow in everything, closes early, lists late and fails at the last step. */
  'slow-bucket': () => withDatabases(() => tortureSlowBucket({ pictures: 16, answers_after: 1_000 })),

  /** The same as `together`, and the views and freshness of two servers, behind PgBouncer in transaction mode. */
  async pooled() {
    const missing = missingPgBouncer()
    if (missing) return notDone(missing)
    return joined(
      await tortureViews({ seed, requests: 20_000, isPooled: true }),
      await tortureFreshness(200, true),
      await tortureTwoMachines(2),
    )
  },

  /** Caddy in front of two servers behind PgBouncer: replaced under load, killed, and without pooler or database for a while. */
  async fleet() {
    const missing = missingForFleet()
    if (missing) return notDone(missing)
    const options = { seed, rolls: 3, faults: 20 }
    return joined(
      await tortureFleet({ ...options, layout: 'one port' }),
      await tortureFleet({ ...options, layout: 'two ports' }),
    )
  },
}

/** Runs what makes databases of its own. */
async function withDatabases(run: () => Promise<Report>): Promise<Report> {
  const stop = await startTestDatabase()
  const report = await run()
  await stop?.()
  return report
}

console.log(`Seed ${seed}: the same again with --seed ${seed}`)
let isWhole = true
for (const name of values.only?.split(',') ?? Object.keys(runs)) {
  const run = runs[name]
  if (!run) throw new Error(`There is no ${name}, only ${Object.keys(runs).join(', ')}`)
  const { lines, problems } = await run()
  for (const line of lines) console.log(line)
  console.log(`${`Problems: ${name}`.padEnd(20)} ${problems.length}`)
  for (const problem of problems.slice(0, 20)) console.error(problem)
  isWhole &&= problems.length === 0
}
process.exitCode = isWhole ? 0 : 1
