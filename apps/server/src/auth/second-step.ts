import { AppError, type auth, type FactorMethod, type SignedIn } from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'
import type { Handler } from '../calls/handlers.ts'
import type { Context } from '../context.ts'
import { type Attempt, spendAttempt } from '../factors/attempts.ts'
import { findPasskey, notePasskeyUse, requestOptions, verifyPasskey } from '../factors/passkeys.ts'
import { spendRecoveryCode } from '../factors/recovery-codes.ts'
import { spendTotp } from '../factors/totp.ts'
import { consume, type Limit, totpLimit } from '../http/limits.ts'
import { type ActiveAccount, findActiveById } from './active-account.ts'
import { attemptLimits, LOGIN } from './attempts.ts'
import { refuse, signInAs } from './sign-in.ts'

export const loginWithTotp: Handler<typeof auth.loginWithTotp> = async (ctx, { attempt, code }) => {
  const pending = await requirePending(ctx, attempt)
  const { id } = pending.user
  return complete(ctx, pending, 'totp', [totpLimit(id)], (tx) => spendTotp(tx, ctx, id, code))
}

export const loginWithRecoveryCode: Handler<typeof auth.loginWithRecoveryCode> = async (
  ctx,
  { attempt, recovery_code },
) => {
  const pending = await requirePending(ctx, attempt)
  const { id } = pending.user
  return complete(ctx, pending, 'recovery_code', [], (tx) => spendRecoveryCode(tx, id, recovery_code))
}

export const passkeyOptions: Handler<typeof auth.passkeyOptions> = async (ctx, { attempt: token }) => {
  if (token === undefined) {
    const alone = await ctx.attempts.issue({ purpose: 'passkey-sign-in', user_id: null }, ctx.now())
    return { attempt: alone.token, options: await requestOptions(ctx, null, alone.id) }
  }
  const { attempt, user } = await requirePending(ctx, token)
  return { attempt: token, options: await requestOptions(ctx, user.id, attempt.id) }
}

export const loginWithPasskey: Handler<typeof auth.loginWithPasskey> = async (ctx, input) => {
  const attempt = await ctx.attempts.read(input.attempt, 'sign-in', 'passkey-sign-in')
  if (!attempt) throw attemptGone()
  const owned = await findPasskey(ctx.db, input.passkey)
  const account = owned?.username ?? input.passkey.id
  const limits = await attemptLimits(ctx, LOGIN, account)
  await consume(ctx, limits)
  const isOwn = owned && (attempt.user_id === null || isAttemptOf(attempt, owned))
  const count = isOwn ? await verifyPasskey(ctx, input.passkey, owned, attempt.id) : null
  if (!owned || count === null) throw await refuse(ctx, account, 'passkey', WRONG.passkey)
  const spend = async (tx: Tx) =>
    (await notePasskeyUse(tx, owned, count)) && (await requireUnspent(tx, attempt))
  const signedIn = await signInAs(ctx, owned, { limits, by: 'passkey', spend })
  if (!signedIn) throw await refuse(ctx, account, 'passkey', WRONG.passkey)
  return signedIn
}

interface Pending {
  attempt: Attempt
  user: ActiveAccount
}

/** Completes a sign-in after the password. Codes are limited like passwords, by the same counters. */
async function complete(
  ctx: Context,
  { attempt, user }: Pending,
  by: 'totp' | 'recovery_code',
  more: Limit[],
  check: (tx: Tx) => Promise<boolean>,
): Promise<SignedIn> {
  const limits = [...(await attemptLimits(ctx, LOGIN, user.username)), ...more]
  await consume(ctx, limits)
  const spend = async (tx: Tx) => (await check(tx)) && (await requireUnspent(tx, attempt))
  const signedIn = await signInAs(ctx, user, { limits, by, spend })
  if (!signedIn) throw await refuse(ctx, user.username, by, WRONG[by])
  return signedIn
}

/** The account of an attempt, while it is as it was when its password was checked. @throws NOT_FOUND */
async function requirePending(ctx: Context, token: string): Promise<Pending> {
  const attempt = await ctx.attempts.read(token, 'sign-in')
  const user = attempt?.user_id && (await findActiveById(ctx, attempt.user_id))
  if (!user || !isAttemptOf(attempt, user)) throw attemptGone()
  return { attempt, user }
}

const isAttemptOf = (attempt: Attempt, user: ActiveAccount) =>
  attempt.user_id === user.id && attempt.state === user.updated_at

/** Rolls the transaction back when the attempt was used before, so that a recovery code is not lost. */
async function requireUnspent(tx: Tx, attempt: Attempt): Promise<boolean> {
  if (!(await spendAttempt(tx, attempt))) throw attemptGone()
  return true
}

const attemptGone = () => new AppError('NOT_FOUND', 'This sign-in has expired. Please begin again.')

const WRONG: Record<FactorMethod, string> = {
  passkey: 'This passkey does not belong to an account here.',
  totp: 'This code is wrong, or was used before.',
  recovery_code: 'This recovery code is wrong, or was used before.',
}
