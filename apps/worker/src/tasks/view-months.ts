import { ageViewDays, dropViewMonths, prepareViewMonths } from '@nightdesk/db'
import type { Task } from '../tasks.ts'

/** Creates partitions for the coming months, drops those past their retention, and ages visitors. */
export const keepViewMonths: Task<'view-months'> = async ({ db, timezone, view_retention_months, log }) => {
  await prepareViewMonths(db)
  const dropped = view_retention_months === 0 ? [] : await dropViewMonths(db, timezone, view_retention_months)
  if (dropped.length > 0) log.info({ months: dropped }, 'Raw views past their retention were dropped')
  const aged = await ageViewDays(db, timezone)
  if (aged.length > 0) log.info({ days: aged }, 'The visitors of old days have aged')
}
