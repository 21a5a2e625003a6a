import { SESSION_ID } from '@nightdesk/contracts'
import type { FastifyRequest } from 'fastify'
import { findSession } from './auth/sessions.ts'
import type { Caller, Context } from './context.ts'
import type { Dependencies } from './dependencies.ts'
import { ipPrefix } from './http/ip-prefix.ts'

/** The context of each request, for handling a failure after it. */
const contexts = new WeakMap<FastifyRequest, Context>()

export const contextOfRequest = (request: FastifyRequest): Context | undefined => contexts.get(request)

export type ContextOf = (request: FastifyRequest) => Promise<Context>

/** Makes the context of a request, once. The caller is who the database says at that moment. */
export function contextFrom(dependencies: Dependencies): ContextOf {
  return async (request) => {
    const made = contexts.get(request)
    if (made) return made
    const session = await findSession(dependencies, request.headers.authorization)
    const ctx = { ...dependencies, ...callerOf(request), session, checkAnswer: unchecked }
    contexts.set(request, ctx)
    return ctx
  }
}

/** Used until the endpoint is known. */
const unchecked = <T>(answer: T) => answer

function callerOf(request: FastifyRequest): Caller {
  const { headers, id, ip, log } = request
  const given = headers['x-session-id']
  return {
    request_id: id,
    ip_prefix: ipPrefix(ip),
    user_agent: headers['user-agent'] ?? '',
    visitor: typeof given === 'string' && SESSION_ID.test(given) ? given : null,
    headers,
    log,
  }
}
