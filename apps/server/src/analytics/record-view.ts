import { recordView as endpoint, type Input, notFound, type Output } from '@nightdesk/contracts'
import type { FastifyInstance } from 'fastify'
import { splitRoute } from '../calls/endpoints.ts'
import { inputOf, parseInput } from '../calls/parse-input.ts'
import type { Context } from '../context.ts'
import { useJsonBodies } from '../http/json.ts'
import { userAgentOf } from '../http/user-agent.ts'
import type { ContextOf } from '../request-context.ts'
import { originOf, uncountedReason } from './view-outcome.ts'

/** Not a procedure: that would cost more than everything a view does before it waits for its batch. */
export async function viewRoute(app: FastifyInstance, { contextOf }: { contextOf: ContextOf }) {
  useJsonBodies(app)
  app.route({
    ...splitRoute(endpoint),
    async handler(request) {
      const input = parseInput(endpoint, inputOf(endpoint, request))
      return recordView(await contextOf(request), input)
    },
  })
}

/** Stores the outcome of one view. @throws NOT_FOUND when there is no such published article */
export async function recordView(
  ctx: Context,
  { id, session_id, version_id, referrer }: Input<typeof endpoint>,
): Promise<Output<typeof endpoint>> {
  const { family, device } = userAgentOf(ctx.user_agent)
  const reason = uncountedReason(ctx, ctx.view_limiter)
  const isPublished = await ctx.views.record({
    article_id: id,
    version_id: version_id ?? null,
    visitor_hash: ctx.hash_visitor(session_id),
    referrer: originOf(referrer),
    user_agent_family: family,
    device,
    staff: ctx.session !== null,
    reason,
  })
  if (!isPublished) throw notFound('Article')
  return { success: true, counted: reason === null, reason }
}
