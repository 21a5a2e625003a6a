import type { Connection } from '@nightdesk/db'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { measurePool } from './measure-pool.ts'
import { measureQueue } from './measure-queue.ts'
import { type Address, type ErrorLog, serveMetrics } from './serve-metrics.ts'

/** The metrics of this process. Disposing ends the server that prints them. */
export interface Metrics extends AsyncDisposable {
  /** For further metrics. */
  registry: Registry
}

interface MetricsOptions {
  /** Is a label of every metric. */
  program: 'server' | 'worker'
  connection: Connection
  address: Address
  log: ErrorLog
}

/**
 * Measures what server and worker have in common: the process with its event loop, the connections to the database, and the
 * job queue. Serves all metrics of the process in the text format of Prometheus.
 */
export async function openMetrics({ program, connection, address, log }: MetricsOptions): Promise<Metrics> {
  const registry = new Registry()
  registry.setDefaultLabels({ program })
  collectDefaultMetrics({ register: registry })
  measurePool(registry, connection.pool)
  measureQueue(registry, connection.db, log)
  const server = await serveMetrics(registry, address, log)
  return { registry, [Symbol.asyncDispose]: server.close }
}
