import type { Db } from '@nightdesk/db'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

/** `/healthz`: the process answers. `/readyz`: it can do its work, database included, and is not shutting down. */
export async function health(
  app: FastifyInstance,
  { db, isDraining }: { db: Db; isDraining: () => boolean },
) {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const isReady = !isDraining() && (await canQuery(db))
    if (!isReady) reply.code(503).header('retry-after', 1)
    return { status: isReady ? 'ready' : 'unavailable' }
  })
}

const canQuery = (db: Db) =>
  sql`select 1`.execute(db).then(
    () => true,
    () => false, // the answer says so
  )
