import { SESSION_ID } from '@nightdesk/contracts'
import type { FastifyRequest } from 'fastify'
import { findSession } from './auth/sessions.ts'
import type { Caller, Context, Services } from './context.ts'
import { ipPrefix } from './ip-prefix.ts'

export type ContextOf = (request: FastifyRequest) => Promise<Context>

/** Makes the context of a request: who calls, by the database’s word at this moment. */
export function contextFrom(services: Services): ContextOf {
  return async (request) => ({
    ...services,
    ...callerOf(request),
    session: await findSession(services, request.headers.authorization),
  })
}

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
