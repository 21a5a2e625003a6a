import { conflict, type secondFactors } from '@nightdesk/contracts'
import { audit } from '../audit-log/write-line.ts'
import type { Handler } from '../calls/handlers.ts'
import { renewRecoveryCodes } from '../factors/recovery-codes.ts'
import { secondFactorLetter } from '../mail/letters.ts'
import { notifyOf } from '../mail/notify-of.ts'
import { lockFactors } from './change.ts'

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
