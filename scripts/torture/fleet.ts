import { setTimeout as delay } from 'node:timers/promises'
import { type Random, randomFrom } from '../../apps/cli/src/demo/random.ts'
import { missingPgBouncer } from '../../packages/db/src/testing-pgbouncer.ts'
import { signIn } from '../api.ts'
import { missingPrograms } from '../deploy/programs.ts'
import { until } from '../until.ts'
import { countFaults, pauseBetweenKills, planFaults } from './faults.ts'
import { type Load, readsOf, uploadsTo, viewsOf } from './fleet/loads.ts'
import { type Fleet, type Layout, startFleet } from './fleet/start-fleet.ts'
import { inSeconds, type Report } from './report.ts'
import { replaceUnderLoad } from './rolling.ts'
import { compareSaves, countSaves, createSaveLoad, untilSaved, write } from './save-load.ts'

interface FleetReport extends Report {
  /** Acknowledged during the faults. */
  saves: number
  views: number
  pictures: number
  reads: number
  /** Kinds of faults, with their numbers. */
  faults: string
}

interface FleetOptions {
  seed: string
  layout: Layout
  /** How often all processes are replaced. */
  rolls: number
  faults: number
}

type Fault = 'server' | 'pooler' | 'database'
const CYCLE: Fault[] = ['server', 'pooler', 'database', 'server', 'pooler']
const WRITERS = 3
const READERS = 3
const TITLE = 'The Night Ferry'
/** Milliseconds. */
const POOLER_AWAY = 300
const DATABASE_AWAY = 1_000
const RESTART_LIMIT = 60_000

/** Why the run cannot be done here, or null. */
export const missingForFleet = () => missingPrograms({ caddy: 'caddy' }) ?? missingPgBouncer()

/**
 * Caddy in front of two servers behind PgBouncer. Replaces all processes under a load of 200 requests per second, of which none
 * may be dropped; then, under another load, kills servers and PgBouncer and restarts Postgres: nothing acknowledged may be lost.
 */
export async function tortureFleet({ seed, layout, rolls, faults }: FleetOptions): Promise<FleetReport> {
  await using fleet = await startFleet(layout)
  const rolled = { answered: 0, putOff: 0 }
  const problems: string[] = []
  for (let roll = 0; roll < rolls; roll++) {
    await untilSigningIn(fleet.url)
    const report = await replaceUnderLoad(fleet.url, fleet.replace)
    rolled.answered += report.answered
    rolled.putOff += report.putOff
    problems.push(...report.problems)
  }
  const report = await faultUnderLoad(fleet, planFaults(CYCLE, faults, seed), seed)
  const accidents = fleet.accidents().filter((lines) => !WITHOUT_DATABASE.test(lines))
  const line = `Servers on ${layout.padEnd(9)} ${rolled.answered} requests answered during replacements, ${rolled.putOff} put off`
  return {
    ...report,
    lines: [line, ...report.lines],
    problems: [...problems, ...report.problems, ...accidents],
  }
}

/**
 * While Postgres is away, a server that was killed cannot start, and the queue cannot record that a job is done, which ends
 * the worker (an unhandled rejection in graphile-worker). The supervisor starts another, which does the job again.
 */
const WITHOUT_DATABASE = /^The server(?: \d+)? ended \(exit code 1\)|The worker ended \(exit code 1\)/

/** Waits until a site that was busy a moment ago answers in time. */
const untilSigningIn = (url: string) =>
  until('signing in works', RESTART_LIMIT, () => signIn(url).then(isDone, hasFailed))

async function faultUnderLoad(fleet: Fleet, plan: Fault[], seed: string): Promise<FleetReport> {
  const session = await signIn(fleet.url)
  const { articles } = session.client
  const { id } = await articles.create.mutate({ title: TITLE, content: [] })
  await articles.publish.mutate({ id })
  const saves = await createSaveLoad(session)
  const views = viewsOf(session, id)
  const reads = readsOf(fleet.url, id, TITLE)
  const uploads = uploadsTo(session)
  const stopping = new AbortController()
  const { signal } = stopping
  const running = [
    ...times(WRITERS, (index) => write(saves, randomFrom(`${seed} writer ${index}`), signal)),
    ...times(READERS, () => repeat(views, signal)),
    ...times(READERS, () => repeat(reads, signal)),
    repeat(uploads, signal),
  ]
  const random = randomFrom(`${seed} faults`)
  let longestRecovery = 0
  for (const fault of plan) {
    await pauseBetweenKills(random)
    const begun = performance.now()
    await inflict(fault, fleet, random)
    await untilSaved(saves, random, begun)
    longestRecovery = Math.max(longestRecovery, performance.now() - begun)
  }
  stopping.abort()
  await Promise.all(running)
  const loads = [views, reads, uploads]
  const acknowledged = {
    saves: countSaves(saves, true),
    views: views.answered,
    pictures: uploads.answered,
    reads: reads.answered,
  }
  const interrupted = loads.reduce((sum, load) => sum + load.interrupted, countSaves(saves, false))
  const counts = Object.entries(acknowledged).map(([what, count]) => `${count} ${what}`)
  return {
    ...acknowledged,
    faults: countFaults(plan),
    lines: [
      `Killed, restarted    ${countFaults(plan)}; longest recovery ${inSeconds(longestRecovery)}`,
      `Acknowledged         ${counts.join(', ')}; ${interrupted} interrupted`,
    ],
    problems: [...saves.problems, ...(await compareSaves(saves)), ...(await findProblems(loads))],
  }
}

async function inflict(fault: Fault, { stacks, pooler, database }: Fleet, random: Random): Promise<void> {
  if (fault === 'server') {
    const stack = stacks[Math.floor(random(0, stacks.length))]! // an index below the length
    // An earlier kill may have left it without a server for a moment.
    await until('a server runs', RESTART_LIMIT, () => stack.kill('server').then(isDone, hasFailed))
  } else if (fault === 'pooler') {
    await pooler.kill()
    await delay(POOLER_AWAY)
    await pooler.start()
  } else {
    await database.stop()
    await delay(DATABASE_AWAY)
    await database.start()
  }
}

const isDone = () => true
const hasFailed = () => false

async function repeat(load: Load, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await load.send()
    await delay(20)
  }
}

async function findProblems(loads: Load[]): Promise<string[]> {
  const losses = await Promise.all(loads.map((load) => load.findLosses()))
  return [...loads.flatMap(({ problems }) => problems), ...losses.flat()]
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
