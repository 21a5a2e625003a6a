import { dropViewMonths, prepareViewMonths } from '@nightdesk/db'
import type { Task } from '../tasks.ts'

/** Sees to it that every month of raw views has a table, and that none is kept for longer than was set. */
export const keepViewMonths: Task<'view-months'> = async ({ db, timezone, view_retention_months, log }) => {
  await prepareViewMonths(db)
  if (view_retention_months === 0) return
  const dropped = await dropViewMonths(db, timezone, view_retention_months)
  if (dropped.length > 0) log.info({ months: dropped }, 'Raw views past their retention were dropped')
}
