import { type Env, readEnv } from './env.ts'
import { explain } from './explain.ts'
import { openDatabase } from './supervisor/database.ts'
import { keepRunning } from './supervisor/keep-running.ts'
import { type Program, startProgram } from './supervisor/program.ts'
import { checkAddress, waitUntilReady } from './supervisor/ready.ts'
import { aborted, listenForSignals, type StopSignals } from './supervisor/signals.ts'

/**
 * Runs a site until it is told to stop: the database, then its migrations, then the programs. Stops them in the
 * opposite order and ends this process: with 0 after a signal, with 1 when the site cannot run.
 */
export async function supervise(programs: Program[]): Promise<never> {
  const env = readEnv()
  const signals = listenForSignals()
  try {
    process.exit(await run(env, programs, signals))
  } catch (error) {
    // A signal may reach what is being started too: whatever fails then is no news.
    if (signals.stop.aborted) process.exit(0)
    console.error(`Nightdesk cannot run: ${explain(error)}`)
    process.exit(1)
  }
}

/** @throws the reason of `stop` after a signal */
async function run(env: Env, programs: Program[], { stop, force }: StopSignals): Promise<number> {
  // What is added last stops first.
  await using running = new AsyncDisposableStack()

  const loading = import('@nightdesk/db')
  const database = await openDatabase(env, stop)
  running.defer(database.stop)
  await Promise.race([
    loading.then(({ migrate }) => migrate(database.owner_url, database.url)),
    aborted(stop),
  ])
  stop.throwIfAborted()
  await checkAddress(env)

  const shared = { DATABASE_URL: database.url, DATA_DIR: env.DATA_DIR }
  const kept = programs.map((program) => {
    const start = () => startProgram(program, shared, force)
    return keepRunning(program.name, start(), start)
  })
  running.defer(async () => void (await Promise.all(kept.map((program) => program.stop()))))

  running.use(announceWhenReady(env))
  const refused = Promise.race(kept.map((program) => program.refused))
  return await Promise.race([refused.then(() => 1), aborted(stop).then(() => 0)])
}

function announceWhenReady(env: Env): Disposable {
  const waiting = new AbortController()
  const announce = () => console.log(`Nightdesk is ready at ${env.SITE_URL}`)
  // Rejected only when disposed of before.
  waitUntilReady(env, waiting.signal).then(announce, () => {})
  return { [Symbol.dispose]: () => waiting.abort() }
}
