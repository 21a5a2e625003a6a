import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@nightdesk/client'
import { startEmbedded } from '../../packages/db/src/embedded/start.ts'
import { type Connection, connect } from '../../packages/db/src/index.ts'
import { startPgBouncer } from '../../packages/db/src/testing-pgbouncer.ts'
import { startStack } from '../stack.ts'

const ADMIN = { username: 'torture@nightdesk.example', password: 'every reader is counted once' }

/** Two stacks on one database, with a signed-in admin. */
export interface TwoServers extends AsyncDisposable {
  urls: [string, string]
  /** A client of the second. */
  client: Client
  token: string
  db: Connection['db']
}

interface TwoServersOptions {
  env?: Record<string, string>
  /** Whether both reach Postgres through PgBouncer in transaction mode. Default: no. */
  isPooled?: boolean
}

export async function startTwoServers({
  env = {},
  isPooled = false,
}: TwoServersOptions = {}): Promise<TwoServers> {
  // Disposes in reverse order.
  const running = new AsyncDisposableStack()
  const directory = await mkdtemp(join(tmpdir(), 'nightdesk-two-'))
  running.defer(() => rm(directory, { recursive: true, force: true }))
  const postgres = await startEmbedded(directory)
  running.defer(() => postgres.stop())
  const pooler = isPooled ? running.use(await startPgBouncer(postgres.url)) : undefined
  const shared = {
    DATABASE_URL: pooler?.url ?? postgres.url,
    ...(pooler && { DATABASE_DIRECT_URL: postgres.url }),
    MIGRATION_DATABASE_URL: postgres.owner_url,
    LOG_LEVEL: 'fatal',
    ADMIN_EMAIL: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    // Nobody balances their load.
    DRAIN_SECONDS: '0',
    JWT_SECRET: 'both servers know this secret, and nobody else does',
    ...env,
  }
  const one = running.use(await startStack({ env: shared }))
  const other = running.use(await startStack({ env: shared }))
  const { db, close } = connect(postgres.url)
  running.defer(close)
  const { token } = await createClient(one.url).auth.login.mutate(ADMIN)
  return {
    urls: [one.url, other.url],
    client: createClient(other.url, token),
    token,
    db,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
