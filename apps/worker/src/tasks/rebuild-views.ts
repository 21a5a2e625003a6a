import { rebuildViews } from '@nightdesk/db'
import { sql } from 'kysely'
import type { JobContext, Task } from '../tasks.ts'

/** Compares the counts of a day with its raw events, and corrects them. */
export const rebuildDay: Task<'rebuild-views'> = async (ctx, payload) => {
  const day = payload.day ?? (await yesterday(ctx))
  const { views, differences } = await rebuildViews(ctx.db, { first_day: day, last_day: day })
  if (Object.keys(differences).length === 0)
    ctx.log.info({ day, views }, 'The views of a day equal a recount')
  else ctx.log.warn({ day, views, differences }, 'The counts of a day were wrong and were rebuilt')
}

async function yesterday({ db, timezone }: JobContext): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (now() at time zone ${timezone})::date - 1 as day`.execute(db)
  return rows[0]!.day // a select without from has one row
}
