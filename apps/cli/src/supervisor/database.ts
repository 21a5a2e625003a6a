import { join } from 'node:path'
import { startEmbedded } from '@nightdesk/db/embedded'
import { databaseUrls } from '../database.ts'
import type { Env } from '../env.ts'
import { keepRunning, type Running } from './keep-running.ts'

/** Milliseconds from the signal until everything has stopped. */
const STOP_LIMIT = 9_500
/** Milliseconds that Postgres always has for its shutdown checkpoint. If it needs longer, it recovers at the next start. */
const CHECKPOINT_MINIMUM = 1_500

/**
 * Opens the database of DATABASE_URL, or starts the embedded one and restarts it when it dies, with the same connection
 * string.
 */
export async function openDatabase(env: Env, signal: AbortSignal) {
  const given = databaseUrls(env)
  if (given) return { ...given, stop: async () => {} }
  const options = { onLog: logAt(env.LOG_LEVEL), signal, archives: env.BACKUP_WAL === 'on' }
  const start = () => startEmbedded(join(env.DATA_DIR, 'postgres'), options)
  const first = await start()
  const remaining = remainingSince(signal)
  const limited = ({ exited, stop }: typeof first): Running => ({ exited, stop: () => stop(remaining()) })
  const database = keepRunning('database', limited(first), async () => limited(await start()))
  const { url, owner_url } = first
  return { url, direct_url: url, owner_url, isPooled: false, stop: database.stop }
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

const logAt = (level: Env['LOG_LEVEL']) => (line: string) => {
  const isWanted = level === 'debug' || level === 'trace' || /\b(FATAL|PANIC): /.test(line)
  if (isWanted) console.error(`Postgres: ${line}`)
}
