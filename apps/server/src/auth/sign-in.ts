import { AppError, type FactorMethod, type PendingSignIn, type SignedIn } from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'
import { triedAccount } from '../audit-log/tried-account.ts'
import { audit } from '../audit-log/write-line.ts'
import type { Context } from '../context.ts'
import { methodsOf } from '../factors/methods.ts'
import { type Limit, release } from '../http/limits.ts'
import type { ActiveAccount } from './active-account.ts'
import { announceNewDevice, isNewDevice } from './familiar-devices.ts'
import { openSession } from './sessions.ts'

/** After the right password: a session, or what an account with a second factor needs for one. Null as in {@link signInAs}. */
export async function enter(
  ctx: Context,
  user: ActiveAccount,
  limits: Limit[],
): Promise<SignedIn | PendingSignIn | null> {
  const methods = await methodsOf(ctx, user.id)
  if (methods === null) return signInAs(ctx, user, { limits, by: 'password' })
  const isPending = await ctx.db.transaction().execute(async (tx) => {
    if (!(await lockSame(tx, user))) return false
    await release({ db: tx, limit_key: ctx.limit_key }, limits)
    await audit(tx, ctx, 'login.pending', `user:${user.id}`, {}, user.id)
    return true
  })
  if (!isPending) return null
  const attempt = { purpose: 'sign-in', user_id: user.id, state: user.updated_at } as const
  const { token, expires_at } = await ctx.attempts.issue(attempt, ctx.now())
  return { attempt: token, expires_at, methods }
}

interface Proof {
  /** Counted before the attempt; a success takes them back. */
  limits: Limit[]
  by: 'password' | FactorMethod
  /** Checks the second factor and uses it up. */
  spend?(tx: Tx): Promise<boolean>
}

/**
 * Opens a session.
 * @returns null when the factor is wrong, or the account was disabled or got another password during the check
 */
export async function signInAs(
  ctx: Context,
  user: ActiveAccount,
  { limits, by, spend }: Proof,
): Promise<SignedIn | null> {
  const opened = await ctx.db.transaction().execute(async (tx) => {
    if (!(await lockSame(tx, user))) return null
    if (spend && !(await spend(tx))) return null
    const isNew = await isNewDevice(tx, ctx, user.id)
    await release({ db: tx, limit_key: ctx.limit_key }, limits)
    await audit(tx, ctx, 'login', `user:${user.id}`, { by }, user.id)
    return { signedIn: ctx.checkAnswer(await openSession(tx, ctx, user)), isNew }
  })
  if (opened?.isNew) announceNewDevice(ctx, user)
  return opened?.signedIn ?? null
}

/** Records a failed attempt at an account, whether it exists or not. @returns the error to throw */
export async function refuse(
  ctx: Context,
  account: string,
  by: Proof['by'],
  message: string,
): Promise<AppError> {
  await audit(ctx.db, ctx, 'login.failed', 'session', { account: triedAccount(ctx, account), by })
  return new AppError('INVALID_CREDENTIALS', message)
}

const lockSame = (tx: Tx, { id, password_hash }: ActiveAccount) =>
  tx
    .selectFrom('users')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('password_hash', '=', password_hash)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
