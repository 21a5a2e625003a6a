import {
  type AnalyticsSummary,
  analyticsSummary,
  type analytics as contract,
  recordView as endpoint,
  type Input,
  notFound,
  type Output,
} from '@nightdesk/contracts'
import {
  analyticsOverview,
  articleAnalytics,
  currentVisitors,
  dashboardStats,
  facetAnalytics,
  summaryFor,
} from '@nightdesk/db'
import type { FastifyInstance } from 'fastify'
import { inputOf, parseInput } from '../calls/call.ts'
import { splitRoute } from '../calls/endpoints.ts'
import type { Caller, Context, Handlers, Session } from '../context.ts'
import { userAgentOf } from '../http/requests.ts'
import { useJsonBodies } from '../http/server.ts'
import type { Parts } from '../parts.ts'
import type { ViewReason } from './view-recorder.ts'

/** Not a procedure: that would cost more than everything a view does before it waits for its batch. */
export async function viewRoute(app: FastifyInstance, { contextOf }: Parts) {
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
  const reason = uncountedReason(ctx)
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

export const analytics: Handlers<typeof contract> = {
  dashboard: ({ db, timezone, session }) => dashboardStats(db, timezone, viewerOf(session)),

  overview: ({ db, timezone, session }, { period }) =>
    analyticsOverview(db, timezone, period, viewerOf(session)),

  facet: ({ db, timezone, session }, input) => facetAnalytics(db, timezone, input, viewerOf(session)),

  current: ({ db, timezone }) => currentVisitors(db, timezone),

  article: ({ db, timezone, session }, input) => articleAnalytics(db, timezone, input, viewerOf(session)),

  async latest({ db, session }): Promise<AnalyticsSummary | null> {
    const newest = await db
      .selectFrom('analytics_summaries')
      .select('data')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return newest ? summaryFor(db, analyticsSummary.parse(newest.data), viewerOf(session)) : null
  },
}

/** The author for whom unpublished articles of others are left out; null for editors and admins. */
const viewerOf = ({ user }: Session) => (user.role === 'author' ? user.id : null)

/** Why an attempt is not counted, or null. A reader’s opt-out comes before the other reasons. */
function uncountedReason({ headers, user_agent, ip_prefix, view_limiter }: Context): ViewReason | null {
  if (headers['sec-gpc'] === '1' || headers.dnt === '1') return 'opted_out'
  if (isPrefetch(headers)) return 'prefetch'
  if (userAgentOf(user_agent).isBot) return 'bot'
  return view_limiter.allows(ip_prefix) ? null : 'limited'
}

const isPrefetch = (headers: Caller['headers']) =>
  /prefetch|prerender/.test(`${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`)

/** The name of a host has at most 253 characters (RFC 1035). Postgres refuses to index a text of some thousand. */
const MAX_HOST = 253

/** The origin of a referrer; null when it is no web address. */
export function originOf(referrer: string | null | undefined): string | null {
  const url = URL.parse(referrer ?? '')
  return url && /^https?:$/.test(url.protocol) && url.hostname.length <= MAX_HOST ? url.origin : null
}
