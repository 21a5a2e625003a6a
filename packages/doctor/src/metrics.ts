import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { ConfigurationError, type Settings } from '@nightdesk/config'
import { type Connection, type Db, queueDepth } from '@nightdesk/db'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

interface MetricsOptions {
  /** Is a label of every metric. */
  program: 'server' | 'worker'
  connection: Connection
  settings: MetricsSettings
  log: ErrorLog
}

interface MetricsSettings extends Pick<Settings, 'METRICS_HOST' | 'METRICS_PORT'> {
  /** Set where the process that this one replaces may still listen there. */
  REUSE_PORT?: string | undefined
}

/** The part of pino that is used here. */
interface ErrorLog {
  warn(details: object, message: string): void
}

/**
 * Measures what server and worker have in common: the process with its event loop, the connections to the database, and the
 * job queue. Serves all metrics of the process in the text format of Prometheus, until it is disposed.
 * @returns the registry, for further metrics
 */
export async function openMetrics({ program, connection, settings, log }: MetricsOptions) {
  const registry = new Registry()
  registry.setDefaultLabels({ program })
  collectDefaultMetrics({ register: registry })
  measurePool(registry, connection.pool)
  measureQueue(registry, connection.db, log)
  const close = await serveMetrics(registry, settings, log)
  return { registry, [Symbol.asyncDispose]: close }
}

function gauge(registry: Registry, name: string, help: string, read: () => number | Promise<number>) {
  new Gauge({
    name: `nightdesk_${name}`,
    help,
    registers: [registry],
    async collect() {
      this.set(await read())
    },
  })
}

function measurePool(registry: Registry, pool: Connection['pool']) {
  const counts = [
    ['connections', 'Open connections to the database.', 'totalCount'],
    ['idle_connections', 'Open connections to the database that nothing uses.', 'idleCount'],
    ['waiting_requests', 'Statements and transactions that wait for a connection.', 'waitingCount'],
  ] as const
  for (const [name, help, count] of counts) gauge(registry, `database_${name}`, help, () => pool[count])
}

/** NaN, which no alert takes for an empty queue, when the database does not answer. */
const UNKNOWN = { waiting: Number.NaN, oldest: Number.NaN }

/** The job queue, which all processes share. Servers measure it too, since a worker that is down cannot. */
function measureQueue(registry: Registry, db: Db, log: ErrorLog) {
  const depth = shareWhileRunning(() =>
    queueDepth(db).catch((error: unknown) => {
      log.warn({ err: error }, 'The job queue could not be measured')
      return UNKNOWN
    }),
  )
  const figures = [
    ['waiting_jobs', 'Jobs whose time has come and that wait for a worker.', 'waiting'],
    ['oldest_job_age_seconds', 'How long the oldest of these jobs has waited.', 'oldest'],
  ] as const
  for (const [name, help, figure] of figures)
    gauge(registry, `queue_${name}`, help, async () => (await depth())[figure])
}

/** Calls that come while one runs get its result. */
function shareWhileRunning<T>(call: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= call().finally(() => {
      running = undefined
    })
    return running
  }
}

/**
 * Serves the metrics at `/metrics`, on a port apart from the site: they are not for readers.
 * @returns what ends it
 * @throws ConfigurationError when the port is taken
 */
async function serveMetrics(registry: Registry, settings: MetricsSettings, log: ErrorLog) {
  const { METRICS_HOST: host, METRICS_PORT: port, REUSE_PORT } = settings
  const server = createServer((request, response) => {
    answer(registry, request, response).catch((error: unknown) => {
      log.warn({ err: error }, 'The metrics could not be printed')
      response.writeHead(500).end()
    })
  })
  server.listen({ host, port, reusePort: REUSE_PORT !== undefined })
  try {
    await once(server, 'listening')
  } catch (cause) {
    const { message } = cause as Error // the server emits only errors
    const problem = `The metrics cannot be served: ${message}. Set METRICS_PORT to another port.`
    throw new ConfigurationError(problem, { cause })
  }
  return async () => {
    server.close()
    server.closeAllConnections()
  }
}

async function answer(registry: Registry, { method, url }: IncomingMessage, response: ServerResponse) {
  if (url?.split('?')[0] !== '/metrics') return response.writeHead(404).end()
  if (method !== 'GET' && method !== 'HEAD') return response.writeHead(405, { allow: 'GET, HEAD' }).end()
  const text = await registry.metrics()
  return response.writeHead(200, { 'content-type': registry.contentType }).end(text)
}
