import { tooBusy } from '@nightdesk/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isData } from './headers.ts'
import { type EventLoopWatch, watchEventLoop } from './http/overload.ts'
import { isNavigation } from './pages/admin-shell.ts'
import { type SiteOptions, sendErrorPage } from './pages/public-site.ts'

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
  options: SiteOptions,
  eventLoop: EventLoopWatch = watchEventLoop(),
) {
  const { dependencies, contextOf } = options
  let open = 0
  app.addHook('onClose', async () => eventLoop[Symbol.dispose]())

  async function refuse(request: FastifyRequest, reply: FastifyReply) {
    if (request.headers.authorization && (await contextOf(request)).session) return undefined
    dependencies.shedding.count('event_loop')
    if (wantsPage(request)) return sendErrorPage(options, tooBusy(RETRY_AFTER), request, reply)
    throw tooBusy(RETRY_AFTER)
  }

  app.addHook('onRequest', (request, reply, next) => {
    open++
    reply.raw.once('close', () => open--)
    if (!eventLoop.isLate || open <= MANY || ALWAYS.test(request.url)) return next()
    refuse(request, reply).then((sent) => sent ?? next(), next)
  })
}

const ALWAYS = /^\/(healthz|readyz|assets\/)/

const wantsPage = (request: FastifyRequest) => isNavigation(request) && !isData(request.url)
