import type { AuditLine as Line } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { DbOrTx } from '../client.ts'

export interface AuditQuery {
  action?: string | undefined
  actor_id?: number | undefined
  /** Keyed hash of the account that somebody tried to sign in to. */
  tried?: string | undefined
  /** Only lines with a smaller id. */
  before?: number | undefined
  limit: number
}

/** Lines of the audit log, newest first. */
export const readAudit = (db: DbOrTx, query: AuditQuery): Promise<Line[]> =>
  db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'actor_id')
    .$if(query.action !== undefined, (lines) => lines.where('action', '=', query.action ?? ''))
    .$if(query.actor_id !== undefined, (lines) => lines.where('actor_id', '=', query.actor_id ?? 0))
    .$if(query.tried !== undefined, (lines) =>
      lines.where('action', '=', 'login.failed').where(sql`detail->>'account'`, '=', query.tried),
    )
    .$if(query.before !== undefined, (lines) => lines.where('audit_log.id', '<', query.before ?? 0))
    .select(['audit_log.id', 'at', 'actor_id', 'action', 'target', 'ip_prefix', 'request_id', 'detail'])
    .select(sql<string | null>`coalesce(nullif(full_name, ''), username)`.as('actor'))
    .orderBy('audit_log.id', 'desc')
    .limit(query.limit)
    .execute()

/** The distinct actions of the log. Costs one index lookup per action. */
export async function auditActions(db: DbOrTx): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive actions as (
      (select action from audit_log order by action limit 1)
      union all
      select (select action from audit_log where action > actions.action order by action limit 1)
      from actions where actions.action is not null
    )
    select action from actions where action is not null`.execute(db)
  return rows.map(({ action }) => action)
}
