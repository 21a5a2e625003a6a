import type { AppError } from '@nightdesk/contracts'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { contextOfRequest } from '../request-context.ts'

/** Counts a call that was refused by role or rate limit, for the audit log. */
export function noteRefusal(ctx: Context, route: string, { code }: AppError): void {
  if (code !== 'FORBIDDEN' && code !== 'TOO_MANY_REQUESTS') return
  const { ip_prefix, request_id, session, refusals } = ctx
  refusals.note({ actor_id: session?.user.id ?? null, ip_prefix, request_id, route, code })
}

/** The same for a REST call, once its caller is known. */
export function noteRefusedRequest(request: FastifyRequest, error: AppError): void {
  const ctx = contextOfRequest(request)
  if (ctx) noteRefusal(ctx, `${request.method} ${request.routeOptions.url ?? ''}`, error)
}
