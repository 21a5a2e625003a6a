import { createHmac } from 'node:crypto'
import { FAMILIAR_DAYS, hasUsername, type Tx } from '@nightdesk/db'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { type Limit, LOGIN_WINDOW } from '../http/limits.ts'

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
}

/** Passwords tried: 50 for one account, of which strangers can use up 30. */
export const LOGIN: Allowance = { name: 'login', pair: 10, network: 50, strangers: 30, familiar: 20 }
/** Mails requested: 20 for one account. */
export const FORGOTTEN: Allowance = { name: 'forgotten', pair: 5, network: 20, strangers: 12, familiar: 8 }

/**
 * The limits of attempts at the account with this e-mail, whether or not it exists. They are counted before the attempt, so
 * that concurrent attempts cannot pass together.
 */
export async function attemptLimits(ctx: Context, allowance: Allowance, username: string): Promise<Limit[]> {
  const { name, pair, network, strangers, familiar } = allowance
  const { ip_prefix } = ctx
  const { account, is_familiar } = await placeOf(ctx, username)
  const limits = [
    { name: `${name}:account+network`, who: `${account} ${ip_prefix}`, max: pair },
    { name: `${name}:network`, who: ip_prefix, max: network },
    is_familiar
      ? { name: `${name}:account:familiar`, who: account, max: familiar }
      : { name: `${name}:account`, who: account, max: strangers },
  ]
  return limits.map((limit) => ({ ...limit, window: LOGIN_WINDOW }))
}

/** Records a successful sign-in from the caller’s network. */
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
