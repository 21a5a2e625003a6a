import type { Db } from '@nightdesk/db'
import { sql } from 'kysely'

const SHOWN = 3

/** Summarises the browser reports of the last week in a sentence. */
export async function checkPolicyReports(db: Db): Promise<{ is_fine: boolean; detail: string }> {
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
  if (rows.length === 0) return { is_fine: true, detail: 'No browser has reported one in the last week.' }
  const kinds = rows.map(
    ({ area, directive, blocked, reports }) =>
      `${directive} stopped ${blocked} on ${area} pages (${reports})`,
  )
  const total = rows[0]?.total ?? 0
  return { is_fine: false, detail: `${total} reported in the last week: ${kinds.join(', ')}.` }
}
