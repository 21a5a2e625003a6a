import { sql } from 'kysely'
import { type CheckOf, fault, fine } from '../finding.ts'

const SHOWN = 3

/** Summarises the browser reports of the last week in a sentence. */
export const policy: CheckOf = async ({ db }) => {
  const { rows } = await sql<{
    area: string
    directive: string
    blocked: string
    reports: number
    total: number
  }>`
    select area, directive, blocked, sum(reports) as reports, sum(sum(reports)) over () as total
    from policy_reports where day > current_date - 7
    group by area, directive, blocked order by reports desc, directive, blocked limit ${SHOWN}`.execute(db)
  if (rows.length === 0) return fine('No browser has reported one in the last week.')
  const kinds = rows.map(
    ({ area, directive, blocked, reports }) =>
      `${directive} stopped ${blocked} on ${area} pages (${reports})`,
  )
  const total = rows[0]?.total ?? 0
  return fault(
    `${total} reported in the last week: ${kinds.join(', ')}.`,
    'Remove what injects it, such as a browser extension or a proxy; if nothing does, report it as a bug.',
  )
}
