import { type AuditLine, type Db, writeAudit } from '@nightdesk/db'
import type { FastifyBaseLogger } from 'fastify'

/** One call that was answered with 403 or 429. */
export interface Refusal {
  actor_id: number | null
  ip_prefix: string
  request_id: string
  /** Such as `GET /admin/users`. */
  route: string
  code: 'FORBIDDEN' | 'TOO_MANY_REQUESTS'
}

/** Counts refusals: one line for each caller, route and minute. */
export interface Refusals {
  note(refusal: Refusal): void
  /** Writes the counts. The server does so every minute, and when it stops. */
  flush(): Promise<void>
}

const MINUTE_MS = 60_000
/** Lines per minute. More refusals are counted together in one line, so that refused callers cannot flood the log. */
const MAX_LINES = 50
const OTHERS = 'others'

export function createRefusals(db: Db, log: FastifyBaseLogger): Refusals {
  const counted = new Map<string, { line: AuditLine; count: number }>()
  let timer: NodeJS.Timeout | undefined

  async function flush() {
    clearTimeout(timer)
    timer = undefined
    const entries = [...counted.values()]
    counted.clear()
    try {
      await db.transaction().execute(async (tx) => {
        for (const { line, count } of entries)
          await writeAudit(tx, { ...line, detail: { ...line.detail, count } })
      })
    } catch (error) {
      log.warn({ err: error, lines: entries.length }, 'Refusals could not be written to the audit log')
    }
  }

  return {
    note(refusal) {
      const line = lineOf(refusal)
      const key = counted.size < MAX_LINES || counted.has(keyOf(line)) ? keyOf(line) : OTHERS
      const known = counted.get(key) ?? { line: key === OTHERS ? beyond(line) : line, count: 0 }
      known.count += 1
      counted.set(key, known)
      timer ??= setTimeout(flush, MINUTE_MS).unref()
    },
    flush,
  }
}

const lineOf = ({ route, code, ...who }: Refusal): AuditLine => ({
  ...who,
  action: 'refused',
  target: route,
  detail: { code },
})

const beyond = (line: AuditLine): AuditLine => ({
  ...line,
  actor_id: null,
  ip_prefix: null,
  request_id: null,
  target: OTHERS,
})

/** An account is the same caller from every network; a stranger is identified by the network. */
const keyOf = ({ actor_id, ip_prefix, target, detail }: AuditLine) =>
  `${actor_id ?? ip_prefix} ${target} ${detail.code}`
