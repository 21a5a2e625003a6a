import type { AppError } from '@nightdesk/contracts'
import type { FastifyRequest } from 'fastify'
import { findSession } from './accounts/sessions.ts'
import { keyDetail } from './audit/audit.ts'
import type { Caller, Context, Dependencies } from './context.ts'
import { ipPrefix } from './http/connections.ts'

/** The context of each request, for handling a failure after it. */
const contexts = new WeakMap<FastifyRequest, { ctx: Context; made_at: number }>()

/** Milliseconds after which the caller is looked up again: a session may end while the body of its request is coming. */
const FRESH = 1_000

export type ContextOf = (request: FastifyRequest) => Promise<Context>

/** Makes the context of a request, once for most. The caller is who the database says at that moment. */
export function contextFrom(dependencies: Dependencies): ContextOf {
  return async (request) => {
    const made = contexts.get(request)
    if (made && performance.now() - made.made_at < FRESH) return made.ctx
    const { headers, id, ip, log } = request
    const caller: Caller = {
      request_id: id,
      ip_prefix: ipPrefix(ip),
      user_agent: headers['user-agent'] ?? '',
      headers,
      log,
    }
    const session = await findSession(dependencies, headers.authorization)
    // The call checks its answer once its endpoint is known.
    const ctx = { ...dependencies, ...caller, session, checkAnswer: <T>(answer: T) => answer }
    contexts.set(request, { ctx, made_at: performance.now() })
    return ctx
  }
}

/** Counts a call that was refused by role or rate limit, for the audit log. */
export function noteRefusal(ctx: Context, route: string, { code }: AppError): void {
  if (code !== 'FORBIDDEN' && code !== 'TOO_MANY_REQUESTS') return
  const { ip_prefix, request_id, session, refusals } = ctx
  const caller = { actor_id: session?.user.id ?? null, ip_prefix, request_id }
  refusals.note({ ...caller, action: 'refused', target: route, detail: { code, ...keyDetail(session) } })
}

/** The same for a REST call, once its caller is known. */
export function noteRefusedRequest(request: FastifyRequest, error: AppError): void {
  const made = contexts.get(request)
  if (made) noteRefusal(made.ctx, `${request.method} ${request.routeOptions.url ?? ''}`, error)
}
