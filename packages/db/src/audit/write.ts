import { sql } from 'kysely'
import type { DbOrTx } from '../client.ts'

/** One line of the audit log. */
export interface AuditLine {
  /** Null without a signed-in user: for a stranger, or the operator at the command line. */
  actor_id: number | null
  /** Such as `user.create`. */
  action: string
  /** Such as `user:7`. */
  target: string
  /** Both null for actions of the command line and the worker. */
  ip_prefix: string | null
  request_id: string | null
  detail: Record<string, unknown>
}

/** Appends to the audit log; `db` is the transaction of the change it records. */
export async function writeAudit(db: DbOrTx, line: AuditLine): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({ ...line, detail: JSON.stringify(line.detail) })
    .execute()
}

/** Deletes lines older than `months`, at least 3; the chain stays intact. @returns their number */
export async function purgeAudit(db: DbOrTx, months: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`select purge_audit_log(${months}) as deleted`.execute(db)
  return rows[0]!.deleted // a select without from has one row
}
