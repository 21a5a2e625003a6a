import { join } from 'node:path'
import { startEmbedded } from '@nightdesk/db/embedded'
import type { Env } from '../env.ts'
import { keepRunning, type Running } from './keep-running.ts'

/** Milliseconds that Postgres has for its shutdown checkpoint. If it needs longer, it recovers at the next start. */
const STOP_LIMIT = 1_500

/**
 * Opens the database of DATABASE_URL, or starts the embedded one and restarts it when it dies, with the same connection
 * string. `owner_url` connects as the role that migrates.
 */
export async function openDatabase(env: Env, signal: AbortSignal) {
  const { DATABASE_URL: url, MIGRATION_DATABASE_URL: owner_url = url } = env
  if (url && owner_url) return { url, owner_url, stop: async () => {} }
  const start = () => startEmbedded(join(env.DATA_DIR, 'postgres'), { onLog: logAt(env.LOG_LEVEL), signal })
  const first = await start()
  const limited = ({ exited, stop }: typeof first): Running => ({ exited, stop: () => stop(STOP_LIMIT) })
  const database = keepRunning('database', limited(first), async () => limited(await start()))
  return { url: first.url, owner_url: first.owner_url, stop: database.stop }
}

const logAt = (level: Env['LOG_LEVEL']) => (line: string) => {
  const isWanted = level === 'debug' || level === 'trace' || /\b(FATAL|PANIC): /.test(line)
  if (isWanted) console.error(`Postgres: ${line}`)
}
