import { startEmbedded } from '../../packages/db/src/embedded/start.ts'
import { type PgBouncer, startPgBouncer } from '../../packages/db/src/testing-pgbouncer.ts'
import { startS3Server } from '../../packages/storage/src/testing-s3.ts'
import { family, type Stack, signal, startStack } from '../stack.ts'
import { temporaryDirectory } from '../temporary-directory.ts'
import { accidentsIn } from './faults.ts'

/** A service that can stop and restart at the same address, with the same data. */
interface Stoppable {
  stop(): Promise<void>
  start(): Promise<void>
}

/** Several machines, each with a server and a worker, on one Postgres and one bucket. */
export interface Site extends AsyncDisposable {
  stacks: Stack[]
  database: Database
  storage: Stoppable & { endpoint: string }
  /** Starts another machine. */
  addStack(): Promise<Stack>
  /** Lines of the supervisors about processes that exited without being killed by us. */
  accidents(): string[]
}

/**
 * Starts machines one after another, as the first prints the setup link of the first admin.
 * @param pooled how many of them, the last ones, reach Postgres through PgBouncer in transaction mode
 */
export async function startSite(machines: number, pooled = 0): Promise<Site> {
  // Disposes in reverse order.
  const running = new AsyncDisposableStack()
  const [database, storage] = await Promise.all([startDatabase(), startS3Server()])
  running.use(storage)
  running.use(database)
  const { endpoint, bucket, accessKey, secretKey } = storage.options
  const s3 = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey }
  const pooler = pooled > 0 ? running.use(await startPgBouncer(database.url)) : undefined
  const stacks: Stack[] = []
  const addStack = async (poolerOfIt?: PgBouncer) => {
    const env = { ...sharedSettings(database, poolerOfIt), ...s3, VIEW_LIMIT_PER_MINUTE: '0' }
    const stack = running.use(await startStack({ env }))
    stacks.push(stack)
    return stack
  }
  for (let machine = 0; machine < machines; machine++)
    await addStack(machine < machines - pooled ? undefined : pooler)
  return {
    stacks,
    database,
    storage: { endpoint, stop: storage.stop, start: storage.start },
    addStack: () => addStack(),
    accidents: () => stacks.flatMap((stack) => accidentsIn(stack.output())),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** The settings that the machines of a site have in common. */
export const sharedSettings = (database: Database, pooler?: PgBouncer) => ({
  DATABASE_URL: pooler?.url ?? database.url,
  ...(pooler && { DATABASE_DIRECT_URL: database.url }),
  MIGRATION_DATABASE_URL: database.owner_url,
  JWT_SECRET: 'every server of the site knows this, and nobody else does',
})

export type Database = Awaited<ReturnType<typeof startDatabase>>

/** An external Postgres, which Nightdesk does not manage. */
export async function startDatabase() {
  const directory = await temporaryDirectory('outside')
  let postgres = await startEmbedded(directory.path)
  return {
    url: postgres.url,
    owner_url: postgres.owner_url,
    stop: () => postgres.stop(),
    async start() {
      postgres = await startEmbedded(directory.path)
    },
    /** Suspends all its processes. @returns resumes them */
    freeze: () => freeze(postgres.pid),
    async [Symbol.asyncDispose]() {
      await postgres.stop()
      await directory[Symbol.asyncDispose]()
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
