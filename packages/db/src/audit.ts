import { createHash } from 'node:crypto'
import type { AuditFilter, AuditLine as Line } from '@nightdesk/contracts'
import { sql } from 'kysely'
import { type Db, type DbOrTx, inSnapshot, type Tx } from './client.ts'

/** A new line of the audit log. Actions of the command line and the worker have neither a network nor a request. */
export type AuditLine = Pick<Line, 'action' | 'target' | 'detail'> &
  Partial<Pick<Line, 'actor_id' | 'ip_prefix' | 'request_id'>>

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

export interface AuditQuery extends Omit<AuditFilter, 'account'> {
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

export interface ChainReport {
  /** Number of lines with the right hash. */
  lines: number
  /** Number of lines that were deleted after their retention. */
  deleted_lines: number
  /** The last hash, to be noted elsewhere: the owner of the database could forge a new chain. Null for an empty log. */
  end: string | null
  /** The first problem, as a sentence; null for an intact chain. */
  problem: string | null
}

interface Link {
  number: number
  line_id: number
  hash: Buffer
  /** Null when the line is missing. */
  text: string | null
}

const BATCH = 5_000

/**
 * Recomputes the chain of the audit log in one snapshot, and compares.
 * @param expected a hash that was noted before, which must still be in the chain
 */
export const verifyAudit = (db: Db, expected?: string): Promise<ChainReport> =>
  inSnapshot(db, (tx) => verify(tx, expected?.toLowerCase()))

async function verify(tx: Tx, expected: string | undefined): Promise<ChainReport> {
  const start = await checkpoint(tx)
  let { number, hash } = start
  let isExpectedSeen = expected === undefined || expected === hash.toString('hex')
  const report = (problem: string | null): ChainReport => ({
    lines: number - start.number,
    deleted_lines: start.deleted_lines,
    end: number === 0 ? null : hash.toString('hex'),
    problem,
  })
  for (let links = await readLinks(tx, number); links.length > 0; links = await readLinks(tx, number)) {
    for (const link of links) {
      const problem = problemOf(link, number, hash)
      if (problem) return report(problem)
      number = link.number
      hash = link.hash
      isExpectedSeen ||= hash.toString('hex') === expected
    }
  }
  const unchained = await findUnchained(tx)
  if (unchained) return report(`Line ${unchained.id} is not part of the chain: it was put in past it.`)
  if (!isExpectedSeen) return report('The expected end is not part of the chain: it was made anew, or cut.')
  return report(null)
}

function problemOf({ number, line_id, hash, text }: Link, last: number, before: Buffer): string | null {
  if (number !== last + 1) return `${number - last - 1} links after link ${last} are missing.`
  if (text === null) return `Line ${line_id} is missing.`
  const computed = createHash('sha256').update(before).update(text).digest()
  return computed.equals(hash) ? null : `Line ${line_id} was changed, or its link was.`
}

async function checkpoint(tx: Tx) {
  const { rows } = await sql<{ number: number; hash: Buffer; deleted_lines: number }>`
    select coalesce(max(number), 0) as number, coalesce((array_agg(hash order by number desc))[1], '') as hash,
      coalesce(sum(deleted_lines), 0) as deleted_lines
    from audit_checkpoints`.execute(tx)
  return rows[0]! // an aggregate has one row
}

const readLinks = (tx: Tx, after: number): Promise<Link[]> =>
  tx
    .selectFrom('audit_chain')
    .leftJoin('audit_log', 'audit_log.id', 'line_id')
    .where('number', '>', after)
    .select(['number', 'line_id', 'hash'])
    .select(
      sql<string | null>`case when audit_log.id is not null then audit_line_text(audit_log) end`.as('text'),
    )
    .orderBy('number')
    .limit(BATCH)
    .execute()

const findUnchained = (tx: Tx) =>
  tx
    .selectFrom('audit_log')
    .where(sql<boolean>`not exists (select from audit_chain where line_id = audit_log.id)`)
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
