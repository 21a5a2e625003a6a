import type { Tx } from '@nightdesk/db'
import { sql } from 'kysely'
import { numberOf } from '../archive/fields.ts'
import type { HighestNumbers, Source } from '../model.ts'
import type { RunContext } from './context.ts'

/** Numbers that are passed over at most, so that a damaged export does not use them up. */
const MOST = 100_000

/**
 * Passes over the numbers up to the highest one of a source, so that what it brings in can have the same numbers as there, and
 * so the same addresses. People have numbers of the same sequence as accounts.
 * @returns whether it may: a number that something has is not free all the same
 */
export async function advanceSequence(
  { transaction }: Pick<RunContext, 'transaction'>,
  { highest }: Source,
  table: keyof HighestNumbers,
): Promise<boolean> {
  if (!highest) return false
  const { [table]: to } = await highest()
  const sequence = sql`pg_get_serial_sequence(${table}, 'id')::regclass`
  return transaction(async (tx) => {
    const { rows } = await sql<{ last: number }>`
      select coalesce(pg_sequence_last_value(${sequence}), 0) as last`.execute(tx)
    const { last } = rows[0]! // one row without a table
    if (to - last > MOST) return false
    await sql`select count(nextval(${sequence})) from generate_series(${last}::bigint + 1, ${to}::bigint)`.execute(
      tx,
    )
    return true
  })
}

/** The number of a person of a source, if nobody here has or had it. */
export async function freeNumber(tx: Tx, key: string): Promise<number | undefined> {
  const number = numberOf(key)
  const { rows } = await sql<{ is_free: boolean }>`
    select ${number}::bigint is not null and not exists (
      select from people where id = ${number} union all
      select from users where id = ${number} union all
      select from merged_people where id = ${number}
    ) as is_free`.execute(tx)
  return number !== null && rows[0]?.is_free ? number : undefined
}
