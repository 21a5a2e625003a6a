import { conflict, type users } from '@nightdesk/contracts'
import { lockUser, resetSecondFactors } from '@nightdesk/db'
import { audit } from '../audit-log/write-line.ts'
import type { Handler } from '../calls/handlers.ts'
import { secondFactorLetter } from '../mail/letters.ts'
import { notifyOf } from '../mail/notify-of.ts'
import { commitAnswer } from '../transactions/commit-answer.ts'

export const resetSecondFactor: Handler<typeof users.resetSecondFactor> = async (ctx, { id }) => {
  // The profile asks for the password; with a stolen session, this would get around it.
  if (id === ctx.session.user.id) throw conflict('Change your own second factors in your profile')
  const user = await commitAnswer(ctx, async (tx) => {
    const before = await lockUser(tx, id)
    if (!before.has_second_factor) throw conflict('This account has no second factor.')
    await resetSecondFactors(tx, id)
    await audit(tx, ctx, 'factor.reset', `user:${id}`)
    return { ...before, has_second_factor: false }
  })
  notifyOf(ctx, user, secondFactorLetter('reset'))
  return user
}
