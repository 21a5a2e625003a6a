import { createHmac, type KeyObject } from 'node:crypto'
import { tooMany } from '@nightdesk/contracts'
import type { DbOrTx } from '@nightdesk/db'
import { sql } from 'kysely'

export interface Limit {
  /** Names the counted action, such as `login:network`. */
  name: string
  /** The counted account or network. Stored only as a keyed hash. */
  who: string
  max: number
  /** Seconds. */
  window: number
}

interface Counters {
  db: DbOrTx
  limit_key: KeyObject
}

const MINUTES = 60
const HOURS = 60 * MINUTES
export const DAY = 24 * HOURS

export const LOGIN_WINDOW = 15 * MINUTES

const limitOf =
  (name: string, max: number, window: number) =>
  (id: number): Limit => ({ name, who: String(id), max, window })

export const passwordChangeLimit = limitOf('password', 5, LOGIN_WINDOW)
/** Wrong codes a day for one account, by somebody who knows the password: a code has only six digits. */
export const totpLimit = limitOf('totp', 50, DAY)
export const uploadLimit = limitOf('upload', 600, HOURS)
/** Notes by one preview link: of one network, so that no reader uses up the room of the others, and of all. */
export function noteLimits(previewId: number, network: string): Limit[] {
  const one = `${previewId} ${network}`
  return [
    { name: 'note:network', who: one, max: 30, window: HOURS },
    { name: 'note:network:day', who: one, max: 100, window: DAY },
    { name: 'note', who: String(previewId), max: 120, window: HOURS },
  ]
}

/**
 * Counts one use against each limit, for all servers together, by the database’s clock. When a limit is reached, none of
 * them counts the use: with the narrowest limit first, its caller cannot use up the wider ones.
 * @throws TOO_MANY_REQUESTS with the seconds until the window ends
 */
export async function consume(counters: Counters, limits: Limit[]): Promise<void> {
  for (const [index, limit] of limits.entries()) {
    if (await increment(counters, limit)) continue
    await release(counters, limits.slice(0, index))
    const retryAfter = await secondsLeft(counters, limit)
    const wait = describeWait(retryAfter)
    throw tooMany(`Too many attempts. Please try again in ${wait}.`, retryAfter)
  }
}

function describeWait(seconds: number): string {
  if (seconds <= MINUTES) return 'a minute'
  return seconds < 2 * HOURS
    ? `${Math.ceil(seconds / MINUTES)} minutes`
    : `${Math.ceil(seconds / HOURS)} hours`
}

/** Takes one use back: successful attempts do not count. */
export async function release({ db, limit_key }: Counters, limits: Limit[]): Promise<void> {
  if (limits.length === 0) return
  const keys = limits.map((limit) => keyOf(limit_key, limit))
  await db
    .updateTable('rate_limits')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where('key', 'in', keys)
    .execute()
}

/** The outcome of a check whose attempt was counted. A check that fails by itself, as under overload, has tried nothing. */
export const checked = <T>(counters: Counters, limits: Limit[], check: Promise<T>): Promise<T> =>
  check.catch(async (error: unknown) => {
    await release(counters, limits)
    throw error
  })

/** @returns false when the limit is reached; its counter stays the same */
async function increment({ db, limit_key }: Counters, limit: Limit): Promise<boolean> {
  const isOver = sql<boolean>`rate_limits.window_start + ${lengthOf(limit)} <= now()`
  const counted = await db
    .insertInto('rate_limits')
    .values({ key: keyOf(limit_key, limit), window_start: sql`now()`, count: 1 })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          window_start: sql`case when ${isOver} then now() else rate_limits.window_start end`,
          count: sql`case when ${isOver} then 1 else rate_limits.count + 1 end`,
        })
        .where((eb) => eb.or([isOver, eb('rate_limits.count', '<', limit.max)])),
    )
    .returning('count')
    .executeTakeFirst()
  return counted !== undefined
}

async function secondsLeft({ db, limit_key }: Counters, limit: Limit): Promise<number> {
  const row = await db
    .selectFrom('rate_limits')
    .where('key', '=', keyOf(limit_key, limit))
    .select(
      sql<number>`ceil(extract(epoch from window_start + ${lengthOf(limit)} - now()))::int`.as('seconds'),
    )
    .executeTakeFirst()
  return Math.max(row?.seconds ?? 1, 1)
}

const lengthOf = ({ window }: Limit) => sql`make_interval(secs => ${window})`

const keyOf = (key: KeyObject, { name, who }: Limit) =>
  `${name}:${createHmac('sha256', key).update(`${name} ${who}`).digest('base64url')}`

/** Allows `perMinute` requests of one network a minute, counted in this process; 0 for no limit. */
export function createMinuteLimiter(perMinute: number, now: () => number = Date.now) {
  const counts = new Map<string, number>()
  let minute = 0
  return {
    /** Counts one request. @returns false beyond the limit */
    allows(network: string): boolean {
      if (perMinute === 0) return true
      const current = Math.floor(now() / 60_000)
      if (current !== minute) counts.clear()
      minute = current
      const count = (counts.get(network) ?? 0) + 1
      counts.set(network, count)
      return count <= perMinute
    },
  }
}
