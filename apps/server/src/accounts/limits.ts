import { createHmac } from 'node:crypto'
import { FAMILIAR_DAYS, FAMILIAR_DEVICE_DAYS, hasUsername, type Tx } from '@nightdesk/db'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { DAY, type Limit, LOGIN_WINDOW } from '../http/limits.ts'
import { userAgentOf } from '../http/requests.ts'
import { newDeviceLetter } from '../mail/letters.ts'
import { notifyOf } from '../mail/mailer.ts'

interface Allowance {
  /** The action that is attempted: part of the names of the limits. */
  name: string
  /** One account from one network. */
  pair: number
  /** All accounts from one network. */
  network: number
  /** One account from networks where it was not signed in recently. */
  strangers: number
  /** One account from networks where it was. */
  familiar: number
  /** The same as `pair`, in a day. */
  day?: number
}

/** Passwords tried: 50 for one account, of which strangers can use up 30. */
export const LOGIN: Allowance = { name: 'login', pair: 10, network: 50, strangers: 30, familiar: 20 }
/** Mails requested: 20 for one account, and 10 in a day by one network. */
export const FORGOTTEN: Allowance = {
  name: 'forgotten',
  pair: 5,
  network: 20,
  strangers: 12,
  familiar: 8,
  day: 10,
}

/**
 * The limits of attempts at the account with this e-mail, whether or not it exists. They are counted before the attempt, so
 * that concurrent attempts cannot pass together.
 */
export async function attemptLimits(ctx: Context, allowance: Allowance, username: string): Promise<Limit[]> {
  const { name, pair, network, strangers, familiar, day } = allowance
  const { ip_prefix } = ctx
  const { account, is_familiar } = await placeOf(ctx, username)
  const here = `${account} ${ip_prefix}`
  const limits = [
    // First, as invented accounts would each leave a row of the others.
    { name: `${name}:network`, who: ip_prefix, max: network },
    { name: `${name}:account+network`, who: here, max: pair },
    ...(day ? [{ name: `${name}:account+network:day`, who: here, max: day, window: DAY }] : []),
    is_familiar
      ? { name: `${name}:account:familiar`, who: account, max: familiar }
      : { name: `${name}:account`, who: account, max: strangers },
  ]
  return limits.map((limit) => ({ window: LOGIN_WINDOW, ...limit }))
}

export async function rememberNetwork(tx: Tx, ctx: Context, userId: number): Promise<void> {
  await tx
    .insertInto('familiar_networks')
    .values({ user_id: userId, network: networkOf(ctx) })
    .onConflict((on) => on.columns(['user_id', 'network']).doUpdateSet({ last_signed_in: sql`now()` }))
    .execute()
}

/**
 * One statement for accounts that exist and that do not, so that its time reveals nothing. Compares the e-mail as the
 * database does, since it can be written in several ways.
 */
const placeOf = (ctx: Context, username: string) =>
  ctx.db
    .selectNoFrom((eb) => [
      sql<string>`lower(${username})`.as('account'),
      eb
        .exists(
          eb
            .selectFrom('familiar_networks')
            .innerJoin('users', 'users.id', 'familiar_networks.user_id')
            .where(hasUsername(username))
            .where('users.status', '=', 'active')
            .where('network', '=', networkOf(ctx))
            .where('last_signed_in', '>', sql<string>`now() - make_interval(days => ${FAMILIAR_DAYS})`)
            .select('user_id'),
        )
        .$castTo<boolean>() // the type of `exists`
        .as('is_familiar'),
    ])
    .executeTakeFirstOrThrow()

const networkOf = ({ limit_key, ip_prefix }: Context) =>
  createHmac('sha256', limit_key).update(`network ${ip_prefix}`).digest()

// A device is a browser on a system in a network. It is remembered as a keyed hash, which reveals none of them.

/**
 * Whether an account signs in from a device that it has not used recently. Not true for its first sign-in: there is nobody
 * to warn. Asked before the session opens, which remembers the device.
 */
export async function isNewDevice(tx: Tx, ctx: Context, userId: number): Promise<boolean> {
  const rows = await tx
    .selectFrom('familiar_devices')
    .where('user_id', '=', userId)
    .where('last_signed_in', '>', sql<string>`now() - make_interval(days => ${FAMILIAR_DEVICE_DAYS})`)
    .select('device')
    .execute()
  const device = deviceOf(ctx)
  return rows.length > 0 && !rows.some((row) => row.device.equals(device))
}

export async function rememberDevice(tx: Tx, ctx: Context, userId: number): Promise<void> {
  await tx
    .insertInto('familiar_devices')
    .values({ user_id: userId, device: deviceOf(ctx) })
    .onConflict((on) => on.columns(['user_id', 'device']).doUpdateSet({ last_signed_in: sql`now()` }))
    .execute()
}

/** Mails the owner of the account, after the sign-in. */
export function announceNewDevice(ctx: Context, owner: { username: string; full_name: string }): void {
  const { family, system } = userAgentOf(ctx.user_agent)
  const details = { browser: family, system, network: ctx.ip_prefix, at: ctx.now() }
  notifyOf(ctx, owner, (occasion) => newDeviceLetter(occasion, details))
}

function deviceOf({ limit_key, ip_prefix, user_agent }: Context): Buffer {
  const { family, system } = userAgentOf(user_agent)
  return createHmac('sha256', limit_key).update(`device ${family} ${system} ${ip_prefix}`).digest()
}
