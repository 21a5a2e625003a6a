import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { tryManyRuns } from '../apps/web/src/admin/articles/saving/testing/save-machine.ts'
import { createTestDb } from '../packages/db/src/testing.ts'
import { missingPgBouncer } from '../packages/db/src/testing-pgbouncer.ts'
import { startStack } from './stack.ts'
import startTestDatabase from './test-database.ts'
import { tortureAbuse } from './torture/abuse.ts'
import { tortureAlone } from './torture/alone.ts'
import { tortureBackupsAndMoments } from './torture/backups.ts'
import { tortureClocks, WRONG_CLOCKS } from './torture/clocks.ts'
import { tortureConflicts } from './torture/conflicts.ts'
import { describeCorpus, tortureCorpus } from './torture/corpus.ts'
import { describeFleet, missingForFleet, tortureFleet } from './torture/fleet.ts'
import { tortureFreshness } from './torture/freshness.ts'
import { tortureHostilePictures } from './torture/hostile-pictures.ts'
import { tortureImports } from './torture/imports.ts'
import { tortureMerges } from './torture/merges.ts'
import { torturePrevious } from './torture/previous.ts'
import { inSeconds, notDone, type Report } from './torture/report.ts'
import { replaceProcesses, tortureRolling } from './torture/rolling.ts'
import { tortureSaves } from './torture/saves.ts'
import { tortureSite } from './torture/site.ts'
import { tortureSlowBucket } from './torture/slow-bucket.ts'
import { ADMIN } from './torture/tour.ts'
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
  async saves() {
    const report = await tortureSaves({ seed, kills: 20, saves: 1000 })
    const kills = Object.entries(report.kills).map(([kind, times]) => `${kind} ${times}`)
    return {
      problems: report.problems,
      lines: [
        `Saves acknowledged   ${report.acknowledged}, unacknowledged ${report.unacknowledged}`,
        `Killed               ${kills.join(', ')}`,
        `Longest recovery     ${inSeconds(report.longestRecovery)}`,
      ],
    }
  },

  /** Concurrent saves of the same version. */
  async conflicts() {
    const { rounds, refused, alone, problems } = await tortureConflicts(200)
    const lines = [
      `Rounds of conflict   ${rounds}: ${refused} refused rightly`,
      `One author alone     ${alone} saves`,
    ]
    return { lines, problems }
  },

  /** A log of views with known figures, sent through two servers. */
  async views() {
    const { requests, counted, problems } = await tortureViews({ seed, requests: 100_000 })
    return { lines: [`Views attempted      ${requests}, counted ${counted}`], problems }
  },

  /** Publishing through one server and reading through the other. */
  async freshness() {
    const { rounds, inTime, p99, longest, problems } = await tortureFreshness(200)
    const lines = [
      `Texts published      ${rounds}, ${inTime} on the other server within 100 ms`,
      `Until they were      99 % within ${Math.round(p99)} ms, all within ${Math.round(longest)} ms`,
    ]
    return { lines, problems }
  },

  /** Name and menu of the site, changed through two servers while readers ask both. */
  async site() {
    const { changes, requests, longest, problems } = await tortureSite(100)
    const lines = [
      `Site changed         ${changes} times under ${requests} requests`,
      `Old at the longest   ${Math.round(longest)} ms after a change`,
    ]
    return { lines, problems }
  },

  /** Pasting documents; CORPUS_DIR names a folder with more of them. */
  async corpus() {
    const report = await tortureCorpus(process.env.CORPUS_DIR, 3000)
    return { lines: describeCorpus(report), problems: report.problems }
  },

  /** Exports of other products, of which IMPORT_CORPUS_DIR names a folder; and SIGKILL to imports. */
  imports: () => tortureImports(process.env.IMPORT_CORPUS_DIR, seed),

  /** Pictures that are broken, have a wrong size in their header, or decode to gigabytes. */
  async pictures() {
    const report = await tortureHostilePictures(seed, 1000)
    const lines = [
      `Hostile pictures     ${report.files}: ${report.refused} refused, ${report.accepted} made into pictures`,
      `Memory of decoders   ${report.largest} MB in one process, ${report.together} MB in all`,
    ]
    return { lines, problems: report.problems }
  },

  /** Pages that crash while somebody types: online, offline, with the session revoked. */
  async typing() {
    const { kills, longestLoss, problems } = await tortureTyping({ seed, kills: 100 })
    const lines = [`Pages killed         ${kills}: at most ${Math.round(longestLoss)} ms of typing lost`]
    return { lines, problems }
  },

  /** Two windows and two people who edit the same article. */
  async merges() {
    const { rounds, chosen, problems } = await tortureMerges({ seed, rounds: 50 })
    return { lines: [`Texts merged         ${rounds}, ${chosen} of them by choice`], problems }
  },

  /** Random runs of the save machine. Throws with the shortest run that breaks a promise. */
  async machine() {
    const count = 10_000
    tryManyRuns(count)
    return { lines: [`Save machine         ${count} random runs`], problems: [] }
  },

  /** SIGKILL to workers in the middle of their jobs while another runs. */
  async workers() {
    const stopDatabases = await startTestDatabase()
    const database = await createTestDb()
    const report = await tortureWorkers({ database, jobs: 1000, kills: 3 })
    await database.close()
    await stopDatabases?.()
    return {
      problems: report.problems,
      lines: [
        `Background jobs      ${report.jobs}, ${report.kills} workers killed with ${report.interrupted} in hand`,
        `Longest until redone ${inSeconds(report.longestRecovery)}`,
      ],
    }
  },

  /** SIGKILL to backups, archiving, restores and trial restores, and single bits of an archive flipped. */
  backups: () => tortureBackupsAndMoments({ seed, kills: 30, flips: 1000 }),

  /** SIGKILL to upgrades: migrations with the backup before them, and moves to a new major version of Postgres. */
  upgrade: () => tortureUpgrades({ seed, kills: 30 }),

  /** The integration tests of the server of an earlier release, on the schema of this one. */
  previous: () => torturePrevious(values.previous),

  /** A tour of the API on the embedded database and the disk; then SIGTERM under load, several times. */
  alone: () => tortureAlone(5),

  /** SIGHUP under load: new processes in place of the old ones, without an interruption. */
  async rolling() {
    const lines: string[] = []
    const problems: string[] = []
    for (const SERVERS of ['1', '2']) {
      await using stack = await startStack({
        env: {
          ADMIN_EMAIL: ADMIN.username,
          ADMIN_PASSWORD: ADMIN.password,
          DATABASE_URL: '',
          SERVERS,
          LOG_LEVEL: 'fatal',
        },
      })
      const report = await tortureRolling(stack.url, () => replaceProcesses(stack))
      problems.push(...report.problems)
      lines.push(
        `Replaced under load  ${SERVERS} server: ${inSeconds(report.took)}, ${report.answered} requests answered, ${report.putOff} put off`,
      )
    }
    return { lines, problems }
  },

  /** Many anonymous costly reads, while a reader opens the home page. */
  async abuse() {
    const report = await tortureAbuse({ clients: 50, pages: 500, stories: 100 })
    const { answered, refused, bodies, p99, p99_bodies, problems } = report
    if (p99_bodies > HOME_LIMIT)
      problems.push(`the home page took ${Math.round(p99_bodies)} ms beside large bodies, not ${HOME_LIMIT}`)
    if (p99 > HOME_LIMIT) problems.push(`the home page took ${Math.round(p99)} ms, not ${HOME_LIMIT}`)
    const lines = [
      `Dear reads           ${answered} answered, ${refused} told to come back`,
      `The home page        99 % within ${Math.round(p99)} ms`,
      `Bodies of 3.9 MB     ${bodies} refused; the home page 99 % within ${Math.round(p99_bodies)} ms`,
    ]
    return { lines, problems }
  },

  /** A server or a worker whose clock is an hour ahead or behind. */
  async clocks() {
    const { clocks, problems } = await tortureClocks(WRONG_CLOCKS)
    return { lines: [`Clocks an hour off   ${clocks}`], problems }
  },

  /** The tour of `alone` on two machines with one Postgres and one bucket, and outages of both. */
  together: () => tortureTwoMachines({ pooled: 0 }),

  /** A bucket that is slow in everything, closes early, lists late and fails at the last step. */
  async 'slow-bucket'() {
    const stopDatabases = await startTestDatabase()
    const report = await tortureSlowBucket({ pictures: 16, answers_after: 1_000 })
    await stopDatabases?.()
    return report
  },

  /** The same as `together`, and the views and freshness of two servers, behind PgBouncer in transaction mode. */
  async pooled() {
    const missing = missingPgBouncer()
    if (missing) return notDone(missing)
    const views = await tortureViews({ seed, requests: 20_000, isPooled: true })
    const freshness = await tortureFreshness(200, { isPooled: true })
    const machines = await tortureTwoMachines({ pooled: 2 })
    return {
      problems: [...views.problems, ...freshness.problems, ...machines.problems],
      lines: [
        `Views attempted      ${views.requests}, counted ${views.counted}`,
        `Texts published      ${freshness.rounds}, ${freshness.inTime} on the other server within 100 ms`,
        ...machines.lines,
      ],
    }
  },

  /** Caddy in front of two servers behind PgBouncer: replaced under load, killed, and without pooler or database for a while. */
  async fleet() {
    const missing = missingForFleet()
    if (missing) return notDone(missing)
    const lines: string[] = []
    const problems: string[] = []
    for (const layout of ['one port', 'two ports'] as const) {
      const report = await tortureFleet({ seed, layout, rolls: 3, faults: 20 })
      problems.push(...report.problems)
      lines.push(...describeFleet(layout, report))
    }
    return { lines, problems }
  },
}

/** Milliseconds, at the 99th percentile. */
const HOME_LIMIT = 500

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
