import { createClient } from '@nightdesk/client'
import { connect } from '../../packages/db/src/index.ts'
import { startPgBouncer } from '../../packages/db/src/testing-pgbouncer.ts'
import { signIn } from '../api.ts'
import { ADMIN, startStack } from '../stack.ts'
import { sharedSettings, startDatabase } from './outside.ts'

export type TwoServers = Awaited<ReturnType<typeof startTwoServers>>

interface TwoServersOptions {
  env?: Record<string, string>
  /** Whether both reach Postgres through PgBouncer in transaction mode. Default: no. */
  isPooled?: boolean
}

/** Starts two stacks on one database, and signs the admin in. */
export async function startTwoServers({ env, isPooled }: TwoServersOptions = {}) {
  // Disposes in reverse order.
  const running = new AsyncDisposableStack()
  const database = running.use(await startDatabase())
  const pooler = isPooled ? running.use(await startPgBouncer(database.url)) : undefined
  // Nobody balances their load.
  const options = { admin: ADMIN, env: { ...sharedSettings(database, pooler), DRAIN_SECONDS: '0', ...env } }
  const one = running.use(await startStack(options))
  const other = running.use(await startStack(options))
  const { db, close } = connect(database.url)
  running.defer(close)
  const { token, client } = await signIn(one.url)
  return {
    urls: [one.url, other.url] as const,
    clients: [client, createClient(other.url, token)] as const,
    token,
    db,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
