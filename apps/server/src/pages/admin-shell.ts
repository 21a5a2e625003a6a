import { notFound } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import accepts from 'accepts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasUsers } from '../accounts/setup.ts'
import { isAccountPage, isSetupPage } from '../headers.ts'
import type { Parts } from '../parts.ts'

/**
 * Screens and calls share paths under `/admin`: a navigation gets the shell, which holds no data, and other requests go on
 * to the call. The forms for invitations and lost passwords get the shell too; they are no calls.
 */
export function adminShell(app: FastifyInstance, parts: Parts) {
  const isFirstStart = createFirstStart(parts.dependencies.db)
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { url } = request
    if (isSetupPage(url)) {
      if (!(await isFirstStart())) throw notFound('Page')
    }
    // Nobody can sign in yet. When the database is down, the screen itself says so.
    else if (isAdmin(url) && (await isFirstStart().catch(() => false))) return reply.redirect('/admin/setup')
    return sendShell(parts, request, reply)
  }
  app.addHook('onRequest', (request, reply, next) => {
    if (!isScreen(request.url) || !isNavigation(request)) return next()
    answer(request, reply).catch(next)
  })
}

export function isNavigation(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (request.headers['sec-fetch-dest'] === 'document') return true
  return accepts(request.raw).type(['json', 'html']) === 'html'
}

async function sendShell({ dependencies, web }: Parts, request: FastifyRequest, reply: FastifyReply) {
  const { renderAdminShell } = await web.server()
  const html = await web.finish(request.url, renderAdminShell({ site: await dependencies.readSite() }))
  return reply.type('text/html; charset=utf-8').send(html)
}

const isAdmin = (url: string) => /^\/admin(?![^/?])/.test(url)
const isScreen = (url: string) => isAdmin(url) || isAccountPage(url)

/** Whether no user exists yet. Asks the database until there is one, and never again. */
function createFirstStart(db: Db): () => Promise<boolean> {
  let isOver = false
  return async () => {
    isOver ||= await hasUsers(db)
    return !isOver
  }
}
