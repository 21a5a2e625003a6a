import type { Connection } from '@nightdesk/db'
import { Gauge, type Registry } from 'prom-client'

/** Connections to the database. */
export function measurePool(registry: Registry, pool: Connection['pool']) {
  const registers = [registry]
  new Gauge({
    name: 'nightdesk_database_connections',
    help: 'Open connections to the database.',
    registers,
    collect() {
      this.set(pool.totalCount)
    },
  })
  new Gauge({
    name: 'nightdesk_database_idle_connections',
    help: 'Open connections to the database that nothing uses.',
    registers,
    collect() {
      this.set(pool.idleCount)
    },
  })
  new Gauge({
    name: 'nightdesk_database_waiting_requests',
    help: 'Statements and transactions that wait for a connection.',
    registers,
    collect() {
      this.set(pool.waitingCount)
    },
  })
}
