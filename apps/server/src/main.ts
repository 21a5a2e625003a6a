import type { ListenOptions } from 'node:net'
import { ConfigurationError, explain, runProgram } from '@nightdesk/config'
import { type Connection, connect, queuePurgeOfStart, recordSigningKey } from '@nightdesk/db'
import { codeOf } from '@nightdesk/storage'
import type { FastifyBaseLogger } from 'fastify'
import { reencryptTotp } from './accounts/codes.ts'
import { prepareFirstAdmin } from './accounts/setup.ts'
import { createApp } from './app.ts'
import type { Dependencies } from './context.ts'
import { createDependencies } from './context.ts'
import { drainSeconds, type Env, forgetSecrets, readEnv } from './env.ts'
import { announceDraining, firstSignal, waitForDatabase } from './http/lifecycle.ts'
import { signingSecrets } from './keys.ts'
import { createLog } from './log.ts'
import { builtWeb, listenForChanges, sourceWeb } from './pages/web.ts'

/** Seconds for a server to be told to stop when its successor is ready, and to finish its last requests. */
const REPLACEMENT = 30

await runProgram(async (running) => {
  const env = readEnv()
  forgetSecrets()
  await start(env, running).catch(explainStart)
})

async function start(env: Env, running: AsyncDisposableStack) {
  const log = createLog(env.LOG_LEVEL)
  const open = (max?: number) =>
    connect(env.DATABASE_URL, {
      max,
      isPooled: Boolean(env.DATABASE_DIRECT_URL),
      onError: (error) => log.warn({ err: error }, 'A database connection broke'),
    })
  const connection = open()
  running.defer(connection.close)
  if (!(await waitForDatabase(connection.db, env, log))) return
  const dependencies = await createDependencies(env, connection, log)
  await recordSigningKey(connection.db, (await signingSecrets(env)).current)
  const web = env.NODE_ENV === 'development' ? await sourceWeb() : await builtWeb()
  // A pooler in transaction mode delivers no notifications.
  const changes = listenForChanges(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, dependencies.pages, log)
  running.defer(changes.stop)
  const metrics = running.use(await metricsOf(env, connection, dependencies, log))
  const draining = { hasBegun: false }
  const probe = open(1)
  running.defer(probe.close)
  const stoppedBy = firstSignal()
  const { measureRequests } = metrics ?? {}
  const app = await createApp({
    dependencies,
    web,
    log,
    trustProxy: env.TRUST_PROXY,
    draining,
    probe: probe.db,
    measureRequests,
  })
  running.defer(() => app.close())
  await reencryptTotp(dependencies)
  const notice = await prepareFirstAdmin(dependencies, env)
  // Fastify passes on all options of Node, of which its types lack the last.
  const listening: ListenOptions = { port: env.PORT, host: env.HOST, reusePort: env.REUSE_PORT !== undefined }

  if (dependencies.has_cdn) await queuePurgeOfStart(connection.db, drainSeconds(env) + REPLACEMENT)
  await app.listen(listening)
  // SIGINT comes from a terminal, or from a supervisor that has started another server on this port: /readyz stays as it is.
  running.defer(async () => {
    if (stoppedBy() === 'SIGTERM') await announceDraining(draining, drainSeconds(env))
  })
  // Not a log line: it may contain a one-time link, which no log should hold.
  if (notice) process.stdout.write(`${notice}\n`)
}

/** Null without a port for metrics. Then their code is not even loaded. */
async function metricsOf(
  settings: Env,
  connection: Connection,
  dependencies: Dependencies,
  log: FastifyBaseLogger,
) {
  if (settings.METRICS_PORT === undefined) return null
  const { measureServer } = await import('./measure-server.ts')
  return measureServer(dependencies, { connection, settings, log })
}

/** Reports a taken or forbidden port, or a data directory that is not writable, as a problem of the settings. */
function explainStart(error: NodeJS.ErrnoException): never {
  const { code, message, cause } = error
  if (code === 'EADDRINUSE')
    throw new ConfigurationError(`The port is taken: ${message}. Set PORT to another one.`, { cause: error })
  // An error of the storage has that of the system as its cause.
  if (code === 'EACCES' || codeOf(cause) === 'EACCES') throw new ConfigurationError(explain(error))
  throw error
}
