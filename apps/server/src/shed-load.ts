import { tooBusy } from '@nightdesk/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type EventLoopWatch, watchEventLoop } from './http/overload.ts'
import type { Parts } from './parts.ts'

/** Seconds. */
const RETRY_AFTER = 2
/** Below this number of open requests, a late event loop has another reason than requests. */
const MANY = 16

/**
 * Refuses requests of strangers while the event loop falls behind under many of them. What the page store answers never
 * comes here. Requests with a session pass: a writer who saves is not refused because of readers. So do health checks, and
 * the files that the stored pages load.
 */
export function shedLoad(
  app: FastifyInstance,
  { dependencies, contextOf }: Parts,
  eventLoop: EventLoopWatch = watchEventLoop(),
) {
  let open = 0
  app.addHook('onClose', async () => eventLoop[Symbol.dispose]())

  async function refuseStrangers(request: FastifyRequest) {
    if (request.headers.authorization && (await contextOf(request)).session) return
    dependencies.shedding.count('event_loop')
    throw tooBusy(RETRY_AFTER)
  }

  app.addHook('onRequest', (request, reply, next) => {
    open++
    reply.raw.once('close', () => open--)
    if (!eventLoop.isLate || open <= MANY || ALWAYS.test(request.url)) return next()
    refuseStrangers(request).then(() => next(), next)
  })
}

const ALWAYS = /^\/(healthz|readyz|assets\/)/
