import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../client.ts'

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
export function verifyAudit(db: Db, expected?: string): Promise<ChainReport> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => verify(tx, expected?.toLowerCase()))
}

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
  const [unchained] = await readUnchained(tx)
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
  const last = await tx
    .selectFrom('audit_checkpoints')
    .select(['number', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { deleted_lines } = await tx
    .selectFrom('audit_checkpoints')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('deleted_lines'), sql<number>`0`).as('deleted_lines'))
    .executeTakeFirstOrThrow()
  return { number: 0, hash: Buffer.alloc(0), ...last, deleted_lines }
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

const readUnchained = (tx: Tx) =>
  tx
    .selectFrom('audit_log')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('audit_chain').whereRef('line_id', '=', 'audit_log.id').select('number'))),
    )
    .select('id')
    .orderBy('id')
    .limit(1)
    .execute()
