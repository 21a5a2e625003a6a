import { conflict, type UncountedReason } from '@nightdesk/contracts'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../client.ts'
import type { Database } from '../schema.ts'
import { prepareViewMonths } from './months.ts'
import { type Rebuild, rebuildViews } from './rebuild.ts'

/** A view of an article on a past day. */
export interface PastView
  extends Omit<Selectable<Database['views']>, 'id' | 'viewed_at' | 'hour' | 'reader_hash'> {
  /** Second of the day in the time zone of the site: 0 to 86,399. */
  second: number
}

/** Uncounted attempts of a day. */
export interface PastAttempts {
  day: string
  reason: UncountedReason
  attempts: number
}

const BATCH = 5_000

/**
 * Adds views of past days to the ledger, at least one, and recounts every figure of those days. `timezone` is that of the
 * site.
 * @throws CONFLICT for days that have aged: their visitors are no longer known
 * @returns the result of the recount; its differences are the changes by the new views
 */
export async function addPastViews(
  db: Db,
  timezone: string,
  { views, uncounted }: { views: readonly PastView[]; uncounted: readonly PastAttempts[] },
): Promise<Rebuild> {
  const days = views.map(({ day }) => day).sort()
  await requireYoung(db, days[0]!) // there is at least one view
  await db.transaction().execute(async (tx) => {
    for (let first = 0; first < views.length; first += BATCH)
      await insertViews(tx, timezone, views.slice(first, first + BATCH))
    for (let first = 0; first < uncounted.length; first += BATCH)
      await addUncounted(tx, uncounted.slice(first, first + BATCH))
  })
  await prepareViewMonths(db)
  return rebuildViews(db, { first_day: days[0]!, last_day: days.at(-1)! }) // as above
}

async function requireYoung(db: Db, day: string) {
  const { rows } = await sql<{ has_aged: boolean }>`select ${day} < aged_until() as has_aged`.execute(db)
  if (rows[0]?.has_aged) throw conflict(`The visitors of ${day} have aged: no view can be added to that day`)
}

/** A time that the clock of the site skipped in spring counts as an hour later. */
async function insertViews(tx: Tx, timezone: string, views: readonly PastView[]) {
  const column = <K extends keyof PastView>(key: K) => views.map((view) => view[key])
  await sql`
    insert into views
      (viewed_at, day, hour, article_id, version_id, visitor_hash, reader_hash, referrer, user_agent_family, device, staff)
    select moment, (moment at time zone ${timezone})::date, extract(hour from moment at time zone ${timezone}),
      article_id, version_id, visitor_hash_of(told_visitor), reader_hash_of(told_visitor, article_id),
      referrer, agent, device, staff
    from unnest(
      ${column('day')}::date[], ${column('second')}::int[], ${column('article_id')}::bigint[],
      ${column('version_id')}::bigint[], ${column('visitor_hash')}::bytea[], ${column('referrer')}::text[],
      ${column('user_agent_family')}::text[], ${column('device')}::text[], ${column('staff')}::boolean[]
    ) with ordinality
      as one (day, second, article_id, version_id, told_visitor, referrer, agent, device, staff, number),
    lateral (select (day + make_interval(secs => second)) at time zone ${timezone} as moment) clock
    order by number`.execute(tx)
}

const addUncounted = (tx: Tx, uncounted: readonly PastAttempts[]) =>
  tx
    .insertInto('uncounted_views')
    .values([...uncounted])
    .onConflict((conflict) =>
      conflict.columns(['day', 'reason']).doUpdateSet({
        attempts: sql`uncounted_views.attempts + excluded.attempts`,
      }),
    )
    .execute()
