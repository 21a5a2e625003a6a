import { setTimeout as delay } from 'node:timers/promises'
import { unavailable } from '@nightdesk/contracts'
import { type Db, schemaLevel } from '@nightdesk/db'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { type Env, siteUrl } from '../../env.ts'
import { securityHeaders } from '../../headers.ts'
import { sendError } from '../errors.ts'
import { findDatabaseObstacle, health } from './health.ts'
import { untilSignal } from './signals.ts'

/** Milliseconds between two looks at the database. */
const PAUSE = 500

/**
 * Waits until the database can be used by this version. Meanwhile a server without any other route says at `/readyz` what it
 * waits for, unless the port is shared.
 * @returns whether to start; false after a signal to stop
 */
export async function waitForDatabase(db: Db, env: Env, log: FastifyBaseLogger): Promise<boolean> {
  const level = await schemaLevel()
  let err: unknown
  const look = () => findDatabaseObstacle(db, level, (error) => (err = error))
  let obstacle = await look()
  if (!obstacle) return true
  await using app = await placeholder(env, () => obstacle ?? 'This server is starting.')
  // Others may answer on a shared port, from their page stores.
  if (!env.REUSE_PORT) await app.listen({ port: env.PORT, host: env.HOST })
  using stop = untilSignal()
  for (let logged = ''; obstacle && !stop.signal.aborted; obstacle = await look()) {
    if (obstacle !== logged) log.warn({ err }, `Waiting to start: ${obstacle}`)
    logged = obstacle
    await delay(PAUSE, undefined, { signal: stop.signal }).catch(() => {}) // a signal ends the wait
  }
  return !obstacle
}

async function placeholder(env: Env, findObstacle: () => string) {
  const app = Fastify({ logger: false })
  const headersOf = securityHeaders(siteUrl(env), true)
  app.addHook('onRequest', async (request, reply) => void reply.headers(headersOf(request.url)))
  app.setNotFoundHandler((request, reply) => sendError(unavailable(2), request, reply))
  await app.register(health, { findObstacle: async () => findObstacle() })
  return app
}
