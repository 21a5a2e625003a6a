import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { explain } from '@nightdesk/config/programs'
import { type EmbeddedPostgres, startEmbedded } from '@nightdesk/db/embedded'
import { keepRunning, type Restarting, type Running } from './keep-running.ts'
import type { Plan } from './plan.ts'
import { type SiteProgram, startProgram } from './program.ts'
import { aborted, listenForSignals, type StopSignals } from './signals.ts'

/**
 * Runs a site until a signal stops it: starts the database, has it migrated, starts the programs. Stops them in the opposite
 * order and exits: with 0 after a signal, with 1 when the site cannot run.
 *
 * This process lives as long as the site: what it imports is kept small, and `prepare.ts` does the rest.
 */
export async function supervise(programs: SiteProgram[]): Promise<never> {
  const signals = listenForSignals()
  try {
    process.exit(await run(programs, signals))
  } catch (error) {
    // The signal may have reached a process that was starting: its failure is expected.
    if (signals.stop.aborted) process.exit(0)
    if (!(error instanceof Reported)) console.error(`Nightdesk cannot run: ${explain(error)}`)
    process.exit(1)
  }
}

/** @throws the reason of `stop` after a signal */
async function run(programs: SiteProgram[], { stop, force, onReload }: StopSignals): Promise<number> {
  await using running = new AsyncDisposableStack()
  using preparation = startPreparation(programs, stop)

  const plan = await preparation.plan
  leaveRoot(plan.account)
  const database = plan.database && (await openDatabase(plan.database, stop))
  if (database) running.defer(database.stop)
  await preparation.migrated(database)

  const started = plan.programs.map((program) => {
    const env = { ...program.env, ...(database && { DATABASE_URL: database.url }) }
    const start = () => startProgram({ ...program, env }, force, plan.drain_seconds)
    return keepRunning(program.name, start(), start)
  })
  running.defer(async () => void (await Promise.all(started.map((program) => program.stop()))))

  onReload(oneAfterAnother(() => replaceAll(started)))

  const refused = Promise.race(started.map((program) => program.refused))
  return await Promise.race([refused.then(() => 1), aborted(stop).then(() => 0)])
}

/** The process that failed has said why. */
class Reported extends Error {}

/** Waiting for it ends with the reason of `stop` after a signal: what it does is interrupted with it, and can be repeated. */
function startPreparation(programs: SiteProgram[], stop: AbortSignal) {
  const child = fork(fileURLToPath(new URL('./prepare.ts', import.meta.url)), [JSON.stringify(programs)], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // In its own process group, as the programs are.
    detached: true,
  })
  const failed = Promise.race([
    once(child, 'exit').then(([code, signal]) => {
      throw code === 1 ? new Reported() : new Error(`its preparation ended (${signal ?? code})`)
    }),
    aborted(stop).then(() => stop.throwIfAborted() as never), // it always throws here
  ])
  failed.catch(() => {})
  const answer = async () => (await Promise.race([once(child, 'message'), failed]))[0]
  return {
    plan: answer() as Promise<Plan>, // its first message
    /** Has a database migrated. @param embedded null for that of the settings */
    async migrated(embedded: Pick<EmbeddedPostgres, 'url' | 'owner_url'> | null) {
      const migrated = answer()
      if (embedded) {
        const { url, owner_url } = embedded
        child.send({ url, owner_url, isPooled: false })
      }
      await migrated
    },
    [Symbol.dispose]: () => child.kill('SIGKILL'),
  }
}

/** As the account of the site, which the preparation has found. */
function leaveRoot(account: Plan['account']): void {
  if (process.getuid?.() !== 0 || !account || account.uid === 0) return
  process.setgroups?.([account.gid])
  process.setgid?.(account.gid)
  process.setuid?.(account.uid)
}

/** Milliseconds from the signal until everything has stopped. */
const STOP_LIMIT = 9_500
/** Milliseconds that Postgres always has for its shutdown checkpoint. If it needs longer, it recovers at the next start. */
const CHECKPOINT_MINIMUM = 1_500

/** Starts the embedded Postgres, and restarts it when it dies, with the same connection string. */
async function openDatabase(
  { directory, archives, connections, logs_everything }: NonNullable<Plan['database']>,
  signal: AbortSignal,
) {
  const onLog = (line: string) => {
    if (logs_everything || /\b(FATAL|PANIC): /.test(line)) console.error(`Postgres: ${line}`)
  }
  const settings = { max_connections: connections }
  const start = () => startEmbedded(directory, { onLog, signal, archives, settings })
  const first = await start()
  const remaining = remainingSince(signal)
  const limited = ({ exited, stop }: EmbeddedPostgres): Running => ({ exited, stop: () => stop(remaining()) })
  const { stop } = keepRunning('database', limited(first), async () => limited(await start()))
  return { url: first.url, owner_url: first.owner_url, stop }
}

/** @returns the milliseconds that Postgres has after the programs have stopped; all of them if nothing was aborted */
function remainingSince(signal: AbortSignal): () => number {
  let aborted: number | undefined
  const onAbort = () => {
    aborted = performance.now()
  }
  signal.addEventListener('abort', onAbort, { once: true })
  return () => Math.max(CHECKPOINT_MINIMUM, STOP_LIMIT - (performance.now() - (aborted ?? performance.now())))
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
