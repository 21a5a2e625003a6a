import { ageViewDays, dropViewMonth, hasAged, monthsPastRetention, prepareViewMonths } from '@nightdesk/db'
import type { JobContext, Task } from '../tasks.ts'
import { archiveViewMonth } from './archive-view-month.ts'

/** Creates partitions for the coming months, ages visitors, and archives and drops months past their retention. */
export const keepViewMonths: Task<'view-months'> = async (ctx) => {
  const { db, timezone, log } = ctx
  await prepareViewMonths(db)
  const aged = await ageViewDays(db, timezone)
  if (aged.length > 0) log.info({ days: aged }, 'The visitors of old days have aged')
  for (const month of await monthsToDrop(ctx)) {
    if (ctx.archives_views) await archiveViewMonth(ctx, month)
    await dropViewMonth(db, month)
    log.info({ month }, 'Raw views past their retention were dropped')
  }
}

async function monthsToDrop({ db, timezone, view_retention_months, archives_views }: JobContext) {
  if (view_retention_months === 0) return []
  const past = await monthsPastRetention(db, timezone, view_retention_months)
  if (!archives_views) return past
  // An archive must not recognise visitors for longer than the database does: younger months wait.
  const areAged = await Promise.all(past.map((month) => hasAged(db, month)))
  return past.filter((_, index) => areAged[index])
}
