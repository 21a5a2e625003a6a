import { AppError } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { ipPrefix } from '../http/ip-prefix.ts'
import { parseJson, readText } from '../http/json.ts'
import { createMinuteLimiter } from '../http/minute-limiter.ts'
import { readReport, type Violation } from './read-report.ts'

/** Where browsers report violations of the Content-Security-Policy. */
export const POLICY_REPORTS = '/policy-reports'

const BODY_LIMIT = 8 * 1024
/** Reports that this process accepts per minute, from one network and from all. */
const PER_NETWORK = 10
const PER_MINUTE = 120
/** Kinds of violations stored per day. More are counted as others. */
const MAX_KINDS = 100

/** Counts browser reports within limits: anybody may send anything here. */
export async function policyReports(app: FastifyInstance, { db }: { db: Db }) {
  const networks = createMinuteLimiter(PER_NETWORK)
  const all = createMinuteLimiter(PER_MINUTE)
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json', 'application/json'],
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseJson(readText(body)),
  )
  app.post(POLICY_REPORTS, {
    bodyLimit: BODY_LIMIT,
    async onRequest({ ip }) {
      if (!networks.allows(ipPrefix(ip)) || !all.allows('all'))
        throw new AppError('TOO_MANY_REQUESTS', 'Too many reports', { retryAfter: 60 })
    },
    async handler({ body }, reply) {
      for (const violation of readReport(body)) await count(db, violation)
      return reply.code(204).send()
    },
  })
}

async function count(db: Db, violation: Violation): Promise<void> {
  const { kinds } = await db
    .selectFrom('policy_reports')
    .where('day', '=', sql<string>`current_date`)
    .select(({ fn }) => fn.countAll<number>().as('kinds'))
    .executeTakeFirstOrThrow()
  const counted = kinds < MAX_KINDS ? violation : { ...violation, directive: 'others', blocked: 'others' }
  await db
    .insertInto('policy_reports')
    .values(counted)
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'area', 'directive', 'blocked'])
        .doUpdateSet({ reports: sql`least(policy_reports.reports + 1, 1000000)` }),
    )
    .execute()
}
