import { tooMany } from '@nightdesk/contracts'
import { countRows, type Db } from '@nightdesk/db'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { ipPrefix } from './http/connections.ts'
import { createMinuteLimiter } from './http/limits.ts'
import { parseJson, readText } from './http/server.ts'
import type { Parts } from './parts.ts'

export const POLICY_REPORTS = '/policy-reports'

const BODY_LIMIT = 8 * 1024
/** Reports that this process accepts per minute, from one network and from all. */
const PER_NETWORK = 10
const PER_MINUTE = 120
/** Kinds of violations stored per day. More are counted as others. */
const MAX_KINDS = 100

/** Counts browser reports within limits: anybody may send anything here. */
export async function policyReports(app: FastifyInstance, { dependencies: { db } }: Parts) {
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
      if (!networks.allows(ipPrefix(ip)) || !all.allows('all')) throw tooMany('Too many reports', 60)
    },
    async handler({ body }, reply) {
      // As browsers send it: one for `report-uri`, a list for `report-to`.
      for (const entry of [body].flat().slice(0, MAX_AT_ONCE)) {
        const violation = readEntry(entry)
        if (violation) await count(db, violation)
      }
      return reply.code(204).send()
    },
  })
}

async function count(db: Db, violation: Violation): Promise<void> {
  const ofToday = db.selectFrom('policy_reports').where('day', '=', sql<string>`current_date`)
  const kinds = await countRows(ofToday)
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

/** One violation without personal data: no address, no sample, no browser. */
type Violation = NonNullable<ReturnType<typeof readEntry>>

const MAX_AT_ONCE = 10
const WORD = /^[a-z-]{1,40}$/

function readEntry(entry: unknown) {
  const old = fieldsOf(fieldsOf(entry)['csp-report'])
  const own = fieldsOf(fieldsOf(entry).body)
  const directive = textOf(
    own.effectiveDirective ?? old['effective-directive'] ?? old['violated-directive'],
  ).split(' ')[0]
  if (!directive || !WORD.test(directive)) return undefined
  const page = textOf(own.documentURL ?? old['document-uri'])
  return { area: areaOf(page), directive, blocked: blockedOf(textOf(own.blockedURL ?? old['blocked-uri'])) }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {} // checked to be an object

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const areaOf = (page: string): 'admin' | 'public' =>
  /^\/admin(?![^/])/.test(URL.parse(page)?.pathname ?? '') ? 'admin' : 'public'

/** Only the origin of an address, and only the kind of a browser extension. */
function blockedOf(blocked: string): string {
  if (WORD.test(blocked)) return blocked
  const url = URL.parse(blocked)
  if (!url) return 'unknown'
  return /^https?:$/.test(url.protocol) ? url.origin.slice(0, 200) : url.protocol.slice(0, 40)
}
