import type { Server } from 'node:http'
import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import { STOP_SIGNALS } from '@nightdesk/config'
import { unavailable } from '@nightdesk/contracts'
import { type Db, hasReached, schemaLevel } from '@nightdesk/db'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { type Env, siteUrl } from '../env.ts'
import { securityHeaders } from '../headers.ts'
import { sendError } from './errors.ts'

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
  health(app, async () => findObstacle())
  return app
}

/**
 * `/healthz`: the process answers. `/readyz`: it can do its work, or the reason why not.
 * @param findObstacle why this server can do no work, as a sentence; null when it can
 */
export function health(app: FastifyInstance, findObstacle: () => Promise<string | null>) {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const reason = await findObstacle()
    if (!reason) return { status: 'ready' }
    return reply.code(503).header('retry-after', 1).send({ status: 'unavailable', reason })
  })
}

/** The obstacles of a whole server: it is stopping, or something is wrong with its database. */
export async function obstacles(db: Db, draining: Draining) {
  const level = await schemaLevel()
  const findInDatabase = shared(() => findDatabaseObstacle(db, level))
  return async () => (draining.hasBegun ? 'This server is stopping.' : findInDatabase())
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
async function findDatabaseObstacle(
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

/** Whether load balancers should send their requests to other machines. */
export interface Draining {
  hasBegun: boolean
}

/**
 * Fails `/readyz`, and goes on answering everything else, so that load balancers send their requests to other servers. A
 * signal ends the wait.
 */
export async function announceDraining(draining: Draining, seconds: number): Promise<void> {
  draining.hasBegun = true
  using another = untilSignal()
  await delay(seconds * 1_000, undefined, { signal: another.signal }).catch(() => {}) // the signal came
}

/** Milliseconds that a stopping server still listens. Each answer in this time ends its connection. */
const DRAINING = 500
/** Milliseconds after which it stops listening even if new connections still arrive. */
const LIMIT = 3_000
/** Milliseconds that a quiet turn of the event loop may take. It grows by `MORE` each turn, for busy machines. */
const SHORT_TURN = 0.5
const MORE = 1.05

/**
 * Stops listening without losing a request. Kept-alive connections have had the time to end with their next answer, and
 * Node accepts one waiting connection in each turn of its loop. The system resets connections that wait when the socket is
 * closed, so it is closed in a turn that was short and accepted none. Without this detection, 15 stops under 100 new
 * connections a second on a busy machine reset 4 of them; with it, none.
 */
export async function stopListening(server: Server): Promise<void> {
  const begun = performance.now()
  await delay(DRAINING)
  let hasConnected = false
  const onConnection = () => {
    hasConnected = true
  }
  server.on('connection', onConnection)
  for (let allowed = SHORT_TURN; performance.now() - begun < LIMIT; allowed *= MORE) {
    hasConnected = false
    const turn = performance.now()
    await setImmediate()
    if (!hasConnected && performance.now() - turn < allowed) break
  }
  server.off('connection', onConnection)
  server.close()
}

/** Returns the first signal to stop from now on, once it has come. */
export function firstSignal(): () => NodeJS.Signals | undefined {
  let first: NodeJS.Signals | undefined
  for (const name of STOP_SIGNALS) process.once(name, () => (first ??= name))
  return () => first
}

/** Is aborted by the next signal to stop. Disposing removes the listeners. */
function untilSignal(): Disposable & { signal: AbortSignal } {
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  for (const name of STOP_SIGNALS) process.once(name, onSignal)
  return {
    signal: stop.signal,
    [Symbol.dispose]() {
      for (const name of STOP_SIGNALS) process.off(name, onSignal)
    },
  }
}
