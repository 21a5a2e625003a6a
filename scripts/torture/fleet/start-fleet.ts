import { setTimeout as delay } from 'node:timers/promises'
import { type PgBouncer, startPgBouncer } from '../../../packages/db/src/testing-pgbouncer.ts'
import { freePort } from '../../../packages/storage/src/testing-port.ts'
import { SEEN } from '../../deploy/arrangement.ts'
import { startCaddy } from '../../deploy/caddy.ts'
import { ADMIN, type Stack, startStack } from '../../stack.ts'
import { temporaryDirectory } from '../../temporary-directory.ts'
import { accidentsIn } from '../faults.ts'
import { type Database, sharedSettings, startDatabase } from '../outside.ts'
import { replaceProcesses } from '../rolling.ts'

/** Of Postgres, as in the configuration of `deploy/`. */
const CONNECTIONS = 20

/** Two server processes of one site share a port, or two sites of one server each have their own. */
export type Layout = 'one port' | 'two ports'

/** Servers behind Caddy, by TLS, and behind PgBouncer in transaction mode. */
export interface Fleet extends AsyncDisposable {
  /** Through Caddy. */
  url: string
  /** The supervisors of its servers and workers. */
  stacks: Stack[]
  pooler: PgBouncer
  database: Database
  /** Replaces all processes, as `deploy/README.md` says: by SIGHUP on a shared port, and otherwise one site after the other. */
  replace(): Promise<void>
  /** Lines of the supervisors about processes that exited without being killed by us. */
  accidents(): string[]
}

export async function startFleet(layout: Layout): Promise<Fleet> {
  // Disposes in reverse order.
  const running = new AsyncDisposableStack()
  const { path: home } = running.use(await temporaryDirectory('fleet'))
  const database = running.use(await startDatabase())
  const pooler = running.use(await startPgBouncer(database.url, CONNECTIONS))
  const SITE_HOST = `localhost:${await freePort()}`
  const url = `https://${SITE_HOST}`
  const env = {
    ...sharedSettings(database, pooler),
    SITE_URL: url,
    TRUST_PROXY: 'loopback',
    SERVERS: layout === 'one port' ? '2' : '1',
    VIEW_LIMIT_PER_MINUTE: '0',
  }
  const ports = layout === 'one port' ? [await freePort()] : [await freePort(), await freePort()]
  const stacks: Stack[] = []
  let said = ''
  const start = (port: number) => startStack({ directory: home, port, admin: ADMIN, env })
  // One after another, as the first creates the first admin.
  running.defer(async () => {
    for (const stack of stacks) await stack.stop()
  })
  for (const port of ports) stacks.push(await start(port))
  const SERVERS = ports.map((port) => `127.0.0.1:${port}`).join(' ')
  running.use(await startCaddy(home, { SITE_HOST, SERVERS }))
  return {
    url,
    stacks,
    pooler,
    database,
    async replace() {
      if (layout === 'one port') return replaceProcesses(stacks[0]!) // the only one
      for (const [index, port] of ports.entries()) {
        said += stacks[index]?.output() ?? ''
        await stacks[index]?.stop()
        stacks[index] = await start(port)
        await delay(SEEN)
      }
    },
    accidents: () => accidentsIn(said + stacks.map((stack) => stack.output()).join('')),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
