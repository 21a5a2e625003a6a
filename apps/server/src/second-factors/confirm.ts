import { AppError, conflict, type secondFactors } from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'
import { sql } from 'kysely'
import { audit } from '../audit-log/write-line.ts'
import type { Handler } from '../calls/handlers.ts'
import type { SignedInContext } from '../context.ts'
import { readOwnAttempt, spendAttempt } from '../factors/attempts.ts'
import { findPasskey, notePasskeyUse, requestOptions, verifyPasskey } from '../factors/passkeys.ts'
import { consume, passwordChangeLimit } from '../http/limits.ts'
import { lockUnchanged, requireCurrentPassword } from '../profile/current-password.ts'

export const confirm: Handler<typeof secondFactors.confirm> = async (ctx, { current_password }) => {
  const hash = await requireCurrentPassword(ctx, current_password)
  await ctx.db.transaction().execute(async (tx) => {
    await lockUnchanged(tx, ctx, hash)
    await noteConfirmation(tx, ctx, 'password')
  })
}

export const confirmationOptions: Handler<typeof secondFactors.confirmationOptions> = async (ctx) => {
  const { id } = ctx.session.user
  const attempt = await ctx.attempts.issue({ purpose: 'confirmation', user_id: id }, ctx.now())
  const options = await requestOptions(ctx, id, attempt.id)
  if (options.allowCredentials?.length === 0)
    throw conflict('You have no passkey. Confirm with your password.')
  return { attempt: attempt.token, options }
}

export const confirmWithPasskey: Handler<typeof secondFactors.confirmWithPasskey> = async (ctx, input) => {
  const { id } = ctx.session.user
  await consume(ctx, [passwordChangeLimit(id)])
  const attempt = await readOwnAttempt(ctx, input.attempt, 'confirmation', id)
  const found = await findPasskey(ctx.db, input.passkey)
  const owned = found?.id === id ? found : undefined
  const count = attempt && owned ? await verifyPasskey(ctx, input.passkey, owned, attempt.id) : null
  const isConfirmed =
    attempt && owned && count !== null
      ? await ctx.db.transaction().execute(async (tx) => {
          const isUsed = (await notePasskeyUse(tx, owned, count)) && (await spendAttempt(tx, attempt))
          if (isUsed) await noteConfirmation(tx, ctx, 'passkey')
          return isUsed
        })
      : false
  if (isConfirmed) return
  await audit(ctx.db, ctx, 'password.refused', `user:${id}`, { by: 'passkey' })
  throw new AppError('CONFIRMATION_REQUIRED', 'This passkey could not confirm that it is you.')
}

async function noteConfirmation(tx: Tx, ctx: SignedInContext, by: 'password' | 'passkey') {
  await tx
    .updateTable('sessions')
    .set({ confirmed_at: sql`now()` })
    .where('id', '=', ctx.session.id)
    .execute()
  await audit(tx, ctx, 'factor.confirm', `user:${ctx.session.user.id}`, { by })
}
