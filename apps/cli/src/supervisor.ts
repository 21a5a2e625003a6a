import { availableParallelism } from 'node:os'
import { backupInterval, MAX_AUTO_SERVERS } from '@nightdesk/config'
import { type Env, readEnv } from './env.ts'
import { explain } from './explain.ts'
import { SHARES_PORTS } from './site.ts'
import { openDatabase } from './supervisor/database.ts'
import { keepRunning, type Restarting } from './supervisor/keep-running.ts'
import { type Program, startProgram } from './supervisor/program.ts'
import { checkAddresses, waitUntilReady } from './supervisor/ready.ts'
import { aborted, listenForSignals, type StopSignals } from './supervisor/signals.ts'
import { completeMove, moveDatabase } from './upgrade/move-database.ts'
import { testUpgrade } from './upgrade/test-upgrade.ts'

/**
 * Runs a site until a signal stops it: starts the database, migrates it, starts the programs. Stops them in the opposite
 * order and exits: with 0 after a signal, with 1 when the site cannot run.
 */
export async function supervise(programs: Program[]): Promise<never> {
  const env = readEnv()
  const signals = listenForSignals()
  try {
    process.exit(await run(env, programs, signals))
  } catch (error) {
    // The signal may have reached a process that was starting: its failure is expected.
    if (signals.stop.aborted) process.exit(0)
    console.error(`Nightdesk cannot run: ${explain(error)}`)
    process.exit(1)
  }
}

/** @throws the reason of `stop` after a signal */
async function run(env: Env, programs: Program[], { stop, force, onReload }: StopSignals): Promise<number> {
  // Stops in the opposite order.
  await using running = new AsyncDisposableStack()

  const loading = import('./upgrade/migrate-site.ts')
  const backToFormer = await unlessStopped(moveDatabase(env), stop)
  const database = await openDatabase(env, stop)
  running.defer(database.stop)
  const upgrading = loading.then(({ migrateSite }) => migrateSite(env, database))
  const wayBack = (await unlessStopped(upgrading, stop)) ?? backToFormer
  await completeMove(env, database.direct_url)
  const instances = withMetricsPorts(instancesOf(programs, env), env)
  await checkAddresses(env, instances.length)

  // The programs have an address of the embedded Postgres too, so they cannot tell whether it is the default.
  const shared = {
    DATABASE_URL: database.url,
    DATA_DIR: env.DATA_DIR,
    BACKUP_EVERY: backupInterval(env),
  }
  const started = instances.map((program) => {
    const start = () => startProgram(program, shared, force, env.DRAIN_SECONDS)
    return keepRunning(program.name, start(), start)
  })
  running.defer(async () => void (await Promise.all(started.map((program) => program.stop()))))

  onReload(oneAfterAnother(() => replaceAll(started)))

  running.use(announceWhenReady(env))
  if (wayBack) running.use(testUpgrade(env, database, wayBack))
  const refused = Promise.race(started.map((program) => program.refused))
  return await Promise.race([refused.then(() => 1), aborted(stop).then(() => 0)])
}

/** @throws the reason of `stop` after a signal: the task is interrupted with this process, and can be repeated */
async function unlessStopped<T>(task: Promise<T>, stop: AbortSignal): Promise<T> {
  const stopped = aborted(stop).then(() => stop.throwIfAborted() as never) // it always throws here
  return Promise.race([task, stopped])
}

/**
 * Every program once, and as many servers as the settings say.
 * @throws when the system cannot share a port among them
 */
function instancesOf(programs: Program[], { SERVERS }: Env): Program[] {
  const servers = SERVERS === 'auto' ? Math.min(availableParallelism(), MAX_AUTO_SERVERS) : SERVERS
  if (servers > 1 && !SHARES_PORTS)
    throw new Error('several servers on one port need Linux, set SERVERS to 1')
  return programs.flatMap((program) => {
    if (!program.isServer || servers === 1) return [program]
    return Array.from({ length: servers }, (_, index) => ({
      ...program,
      name: `${program.name} ${index + 1}`,
    }))
  })
}

/** Each process prints its own metrics, so each has a port: METRICS_PORT and those after it, in order. */
function withMetricsPorts(programs: Program[], { METRICS_PORT }: Env): Program[] {
  if (METRICS_PORT === undefined) return programs
  return programs.map((program, index) => ({
    ...program,
    env: { ...program.env, METRICS_PORT: String(METRICS_PORT + index) },
  }))
}

/** Replaces one process after the other, so that the others answer meanwhile. Ends at the first that does not start. */
async function replaceAll(programs: Restarting[]) {
  console.log('Replacing all processes')
  for (const program of programs) {
    if (await program.replace()) continue
    console.error(`The new ${program.name} did not start. The old one, and those after it, still run.`)
    return
  }
  console.log('All processes are replaced')
}

/** Calls that come during a call wait for it. */
function oneAfterAnother(call: () => Promise<void>): () => void {
  let last = Promise.resolve()
  return () => {
    last = last.then(call)
  }
}

function announceWhenReady(env: Env): Disposable {
  const waiting = new AbortController()
  const announce = () => console.log(`Nightdesk is ready at ${env.SITE_URL}`)
  // Rejects only when it is disposed of first.
  waitUntilReady(env, waiting.signal).then(announce, () => {})
  return { [Symbol.dispose]: () => waiting.abort() }
}
