import { type Db, hasReached, schemaLevel } from '@nightdesk/db'
import type { FastifyInstance } from 'fastify'
import type { Draining } from './draining.ts'

interface HealthOptions {
  /** Why this server can do no work, as a sentence; null when it can. */
  findObstacle(): Promise<string | null>
}

/** `/healthz`: the process answers. `/readyz`: it can do its work, or the reason why not. */
export async function health(app: FastifyInstance, { findObstacle }: HealthOptions) {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const reason = await findObstacle()
    if (!reason) return { status: 'ready' }
    return reply.code(503).header('retry-after', 1).send({ status: 'unavailable', reason })
  })
}

/** The obstacles of a whole server: it is stopping, or something is wrong with its database. */
export async function obstacles(db: Db, draining: Draining): Promise<HealthOptions> {
  const level = await schemaLevel()
  const findInDatabase = shared(() => findDatabaseObstacle(db, level))
  return {
    findObstacle: async () => (draining.hasBegun ? 'This server is stopping.' : findInDatabase()),
  }
}

/** Concurrent calls share one, as anybody may ask as often as they like. */
function shared<T>(call: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= call().finally(() => (running = undefined))
    return running
  }
}

/** Why this version cannot work with the database; null when it can. */
export async function findDatabaseObstacle(
  db: Db,
  level: Buffer,
  onError: (error: unknown) => void = () => {}, // the sentence says so
): Promise<string | null> {
  try {
    return (await hasReached(db, level)) ? null : NOT_MIGRATED
  } catch (error) {
    onError(error)
    return 'The database does not answer.'
  }
}

const NOT_MIGRATED =
  'The database has not been migrated for this version of Nightdesk: run `nightdesk migrate` of this version.'
