import { createHash } from 'node:crypto'
import { AppError } from '@nightdesk/contracts'
import type { Db, DbOrTx } from '@nightdesk/db'
import { sql } from 'kysely'

export interface Limit {
  /** What is counted, such as `login:ip`. */
  name: string
  /** Who is counted. Kept as a hash only. */
  who: string
  max: number
  /** Seconds. */
  window: number
}

const MINUTES = 60
const HOURS = 60 * MINUTES

export const LOGIN_WINDOW = 15 * MINUTES
export const passwordChangeLimit = (userId: number): Limit => ({
  name: 'password',
  who: String(userId),
  max: 5,
  window: LOGIN_WINDOW,
})
export const uploadLimit = (userId: number): Limit => ({
  name: 'upload',
  who: String(userId),
  max: 600,
  window: HOURS,
})

/**
 * Counts one use against each limit, for all servers together, by the database’s clock.
 * @throws TOO_MANY_REQUESTS with the seconds until the fullest window ends
 */
export async function consume(db: Db, limits: Limit[]): Promise<void> {
  const waits: number[] = []
  for (const limit of limits) {
    const { count, wait } = await increment(db, limit)
    if (count > limit.max) waits.push(wait)
  }
  if (waits.length === 0) return
  throw new AppError('TOO_MANY_REQUESTS', 'Too many attempts. Please wait a while and try again.', {
    retryAfter: Math.max(...waits, 1),
  })
}

/** Takes one use back: what turned out well does not count. */
export async function release(db: DbOrTx, limits: Limit[]): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where('key', 'in', limits.map(keyOf))
    .execute()
}

async function increment(db: Db, limit: Limit) {
  const window = sql`make_interval(secs => ${limit.window})`
  const isOver = sql<boolean>`rate_limits.window_start + ${window} <= now()`
  return db
    .insertInto('rate_limits')
    .values({ key: keyOf(limit), window_start: sql`now()`, count: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        window_start: sql`case when ${isOver} then now() else rate_limits.window_start end`,
        count: sql`case when ${isOver} then 1 else rate_limits.count + 1 end`,
      }),
    )
    .returning([
      'count',
      sql<number>`ceil(extract(epoch from window_start + ${window} - now()))::int`.as('wait'),
    ])
    .executeTakeFirstOrThrow()
}

const keyOf = ({ name, who }: Limit) => `${name}:${createHash('sha256').update(who).digest('base64url')}`
