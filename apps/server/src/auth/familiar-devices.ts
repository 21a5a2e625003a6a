import { createHmac } from 'node:crypto'
import { FAMILIAR_DEVICE_DAYS, type Tx } from '@nightdesk/db'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { userAgentOf } from '../http/user-agent.ts'
import { newDeviceLetter } from '../mail/letters.ts'
import { notifyOf } from '../mail/notify-of.ts'

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

/** Records a successful sign-in from the caller’s device. */
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
  notifyOf(ctx, owner, (occasion) => newDeviceLetter({ ...occasion, ...details }))
}

function deviceOf({ limit_key, ip_prefix, user_agent }: Context): Buffer {
  const { family, system } = userAgentOf(user_agent)
  return createHmac('sha256', limit_key).update(`device ${family} ${system} ${ip_prefix}`).digest()
}
