import { AppError, invalid, SESSION_ID, tooMany } from '@nightdesk/contracts'
import { forgetVisitor, readVisitor } from '@nightdesk/db'
import type { YourDataAnswer } from '@nightdesk/web/server-api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Dependencies } from './context.ts'
import { createMinuteLimiter } from './http/limits.ts'
import { sendOnce } from './page-store/stored-page.ts'
import { failureHandler, renderPage } from './pages/public-site.ts'
import type { Parts } from './parts.ts'

const PATH = '/your-data'
/** Of one network. */
const PER_MINUTE = 20
/** Bytes of a form. */
const BODY_LIMIT = 1024

/**
 * The answers to the form of `/your-data`: what is counted about a browser, and its erasure. The identifier is the only key,
 * and only the browser has it. It is in the body, so that no log and no history contains it.
 */
export async function yourData(app: FastifyInstance, parts: Parts) {
  const { dependencies, contextOf } = parts
  const limiter = createMinuteLimiter(PER_MINUTE)
  app.setErrorHandler(failureHandler(parts, () => true))
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.post(PATH, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    requireSameOrigin(request)
    const { ip_prefix } = await contextOf(request)
    if (!limiter.allows(ip_prefix)) throw tooMany('Too many requests. Please try again in a minute.', 60)
    const answer = await answerTo(dependencies, request.body)
    return sendOnce(reply, await renderPage(parts, request, PATH, { answer }))
  })
}

async function answerTo({ db, hash_visitor }: Dependencies, body: unknown): Promise<YourDataAnswer> {
  const { session_id = '', action } = Object(body) as Record<string, string | undefined> // a form, parsed above
  if (!SESSION_ID.test(session_id)) throw invalid('session_id', 'This is not an identifier of a browser.')
  const hash = hash_visitor(session_id)
  if (action !== 'erase') return { kind: 'shown', ...(await readVisitor(db, hash)) }
  await forgetVisitor(db, hash)
  return { kind: 'erased' }
}

/** @throws FORBIDDEN when a page of another site has sent the form */
function requireSameOrigin({ headers }: FastifyRequest): void {
  const { host, origin, 'sec-fetch-site': site } = headers
  const isOwn = site === undefined ? isAtHost(origin, host) : site === 'same-origin'
  if (!isOwn) throw new AppError('FORBIDDEN', 'This form can be sent from its own page only.')
}

/** Old browsers send an origin at most, programs nothing. */
const isAtHost = (origin: string | undefined, host: string | undefined) =>
  origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
