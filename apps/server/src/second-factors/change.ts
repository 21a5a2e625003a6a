import { conflict, type secondFactors } from '@nightdesk/contracts'
import { hasSecondFactor, needsSecondFactor, type Tx } from '@nightdesk/db'
import { audit } from '../audit-log/write-line.ts'
import type { Handler } from '../calls/handlers.ts'
import type { SignedInContext } from '../context.ts'
import { renewRecoveryCodes } from '../factors/recovery-codes.ts'
import { secondFactorLetter } from '../mail/letters.ts'
import { notifyOf } from '../mail/notify-of.ts'

type Factor = 'passkey' | 'totp'

/** Adds a factor, with recovery codes if it is the first one, and tells the owner by mail. */
export async function addFactor(
  ctx: SignedInContext,
  factor: Factor,
  add: (tx: Tx) => Promise<void>,
): Promise<{ recovery_codes: string[] | null }> {
  const { user } = ctx.session
  const added = await ctx.db.transaction().execute(async (tx) => {
    const before = await lockFactors(tx, user.id)
    await add(tx)
    await audit(tx, ctx, 'factor.add', `user:${user.id}`, { factor })
    const recovery_codes = before.has_factor ? null : await renewRecoveryCodes(tx, user.id)
    return ctx.checkAnswer({ recovery_codes })
  })
  notifyOf(ctx, user, secondFactorLetter(`${factor}.added`))
  return added
}

/** Removes a factor; with the last one, the recovery codes. @throws CONFLICT when the role needs the last one */
export async function removeFactor(
  ctx: SignedInContext,
  factor: Factor,
  remove: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { user } = ctx.session
  await ctx.db.transaction().execute(async (tx) => {
    await lockFactors(tx, user.id)
    await remove(tx)
    const after = await lockFactors(tx, user.id)
    if (!after.has_factor) {
      if (after.is_required) throw conflict('Your role needs a second factor. Add another one first.')
      await tx.deleteFrom('recovery_codes').where('user_id', '=', user.id).execute()
    }
    await audit(tx, ctx, 'factor.remove', `user:${user.id}`, { factor })
  })
  notifyOf(ctx, user, secondFactorLetter(`${factor}.removed`))
}

/** Makes new recovery codes. The ones before stop working. */
export const renewCodes: Handler<typeof secondFactors.renewRecoveryCodes> = async (ctx) => {
  const { user } = ctx.session
  const renewed = await ctx.db.transaction().execute(async (tx) => {
    const { has_factor } = await lockFactors(tx, user.id)
    if (!has_factor)
      throw conflict('Recovery codes come with a passkey or an authenticator app. Add one first.')
    const recovery_codes = await renewRecoveryCodes(tx, user.id)
    await audit(tx, ctx, 'factor.codes', `user:${user.id}`)
    return ctx.checkAnswer({ recovery_codes })
  })
  notifyOf(ctx, user, secondFactorLetter('codes.renewed'))
  return renewed
}

/** Locks the account, so that its factors change one after the other. */
export const lockFactors = (tx: Tx, userId: number) =>
  tx
    .selectFrom('users')
    .where('id', '=', userId)
    .select([hasSecondFactor.as('has_factor'), needsSecondFactor.as('is_required')])
    .forUpdate()
    .executeTakeFirstOrThrow()

/** The attempt to add a factor has expired, was used, or is not the caller’s. */
export const setupGone = () => conflict('This took too long. Please begin again.')
