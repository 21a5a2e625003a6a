import { type AuditLine, type Db, writeAudit } from '@nightdesk/db'
import type { FastifyBaseLogger } from 'fastify'
import { createMinuteTally } from '../minute-tally.ts'

/** Lines per minute. More refusals are counted together in one line, so that refused callers cannot flood the log. */
const MAX_LINES = 50
const OTHERS = 'others'

/** Counts refusals for the audit log: one line for each caller, route and minute. */
export function createRefusals(db: Db, log: FastifyBaseLogger) {
  const { counted, set, flush } = createMinuteTally<{ line: AuditLine; count: number }>(
    log,
    'Refusals could not be written to the audit log',
    (entries) =>
      db.transaction().execute(async (tx) => {
        for (const { line, count } of entries)
          await writeAudit(tx, { ...line, detail: { ...line.detail, count } })
      }),
  )
  return {
    /** Counts the line of a call that was answered with 403 or 429. */
    note(line: AuditLine): void {
      const key = counted.size < MAX_LINES || counted.has(keyOf(line)) ? keyOf(line) : OTHERS
      const known = counted.get(key) ?? { line: key === OTHERS ? beyond(line) : line, count: 0 }
      set(key, { ...known, count: known.count + 1 })
    },
    flush,
  }
}

const beyond = ({ action, detail }: AuditLine): AuditLine => ({
  action,
  target: OTHERS,
  detail: { code: detail.code },
})

/** An account, or a key of it, is the same caller from every network; a stranger is identified by the network. */
const keyOf = ({ actor_id, ip_prefix, target, detail }: AuditLine) =>
  `${actor_id ?? ip_prefix} ${detail.key_id ?? ''} ${target} ${detail.code}`
