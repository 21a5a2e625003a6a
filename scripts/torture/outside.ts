import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../../packages/db/src/embedded/start.ts'
import { startPgBouncer } from '../../packages/db/src/testing-pgbouncer.ts'
import { startS3Server } from '../../packages/storage/src/testing-s3.ts'
import { family, type Stack, startStack } from '../stack.ts'
import { accidentsIn } from './faults.ts'

/** A service that can stop and restart at the same address, with the same data. */
export interface Stoppable {
  stop(): Promise<void>
  start(): Promise<void>
}

/** Several machines, each with a server and a worker, on one Postgres and one bucket. */
export interface Site extends AsyncDisposable {
  stacks: Stack[]
  database: Stoppable & {
    url: string
    owner_url: string
    /** Suspends all its processes. @returns resumes them */
    freeze(): Promise<() => void>
  }
  storage: Stoppable & { endpoint: string }
  /** Starts another machine. */
  addStack(): Promise<Stack>
  /** Lines of the supervisors about processes that exited without being killed by us. */
  accidents(): string[]
}

interface SiteOptions {
  /** How many of the machines, the last ones, reach Postgres through PgBouncer in transaction mode. Default: none. */
  pooled?: number
}

/** Starts machines one after another, as the first prints the setup link of the first admin. */
export async function startSite(machines: number, { pooled = 0 }: SiteOptions = {}): Promise<Site> {
  // Disposes in reverse order.
  const running = new AsyncDisposableStack()
  const [database, storage] = await Promise.all([startDatabase(), startS3Server()])
  running.use(storage)
  running.use(database)
  const { endpoint, bucket, accessKey, secretKey } = storage.options
  const env = {
    DATABASE_URL: database.url,
    MIGRATION_DATABASE_URL: database.owner_url,
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
    JWT_SECRET: 'every server of the site knows this, and nobody else does',
    VIEW_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'fatal',
  }
  const stacks: Stack[] = []
  const addStack = async (own = {}) => {
    const stack = running.use(await startStack({ env: { ...env, ...own } }))
    stacks.push(stack)
    return stack
  }
  const behind = async () => ({
    DATABASE_URL: running.use(await startPgBouncer(database.url)).url,
    DATABASE_DIRECT_URL: database.url,
  })
  const pooler = pooled > 0 ? await behind() : {}
  for (let machine = 0; machine < machines; machine++)
    await addStack(machine < machines - pooled ? {} : pooler)
  return {
    stacks,
    database,
    storage: { endpoint, stop: storage.stop, start: storage.start },
    addStack: () => addStack(),
    accidents: () => stacks.flatMap((stack) => accidentsIn(stack.output())),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** An external Postgres, which Nightdesk does not manage. */
export async function startDatabase() {
  const directory = await mkdtemp(join(tmpdir(), 'nightdesk-outside-'))
  let postgres = await startEmbedded(directory)
  return {
    url: postgres.url,
    owner_url: postgres.owner_url,
    stop: () => postgres.stop(),
    freeze: () => freeze(postgres.pid),
    async start() {
      postgres = await startEmbedded(directory)
    },
    async [Symbol.asyncDispose]() {
      await postgres.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Suspends the postmaster first, so that it starts no others, then the process of each connection. */
async function freeze(root: number): Promise<() => void> {
  process.kill(root, 'SIGSTOP')
  const processes = await family(root)
  for (const pid of processes) signal(pid, 'SIGSTOP')
  return () => {
    for (const pid of processes.toReversed()) signal(pid, 'SIGCONT')
  }
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    // The connection has closed meanwhile.
  }
}
