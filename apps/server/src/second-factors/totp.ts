import { conflict, invalid, notFound, type secondFactors } from '@nightdesk/contracts'
import type { Handler } from '../calls/handlers.ts'
import { readOwnAttempt, spendAttempt } from '../factors/attempts.ts'
import { newTotp, stepOf, storeTotp } from '../factors/totp.ts'
import { addFactor, removeFactor, setupGone } from './change.ts'

/** The signed attempt has the secret, which the caller knows anyway, so nothing is stored until the first code. */
export const startTotp: Handler<typeof secondFactors.startTotp> = async (ctx) => {
  const { id, username } = ctx.session.user
  const { secret, url } = newTotp(ctx.site.name, username)
  const attempt = await ctx.attempts.issue({ purpose: 'new-totp', user_id: id, state: secret }, ctx.now())
  return { attempt: attempt.token, secret, url }
}

export const addTotp: Handler<typeof secondFactors.addTotp> = async (ctx, input) => {
  const { id } = ctx.session.user
  const attempt = await readOwnAttempt(ctx, input.attempt, 'new-totp', id)
  if (!attempt) throw setupGone()
  const step = stepOf(attempt.state, input.code, ctx.now())
  if (step === null) {
    throw invalid(
      'code',
      'This code is wrong. Check that the clock of your phone is right, and try the next code.',
    )
  }
  return addFactor(ctx, 'totp', async (tx) => {
    if (!(await spendAttempt(tx, attempt))) throw setupGone()
    if (!(await storeTotp(tx, ctx, id, attempt.state, step)))
      throw conflict('You have an authenticator app already. Remove it first.')
  })
}

export const removeTotp: Handler<typeof secondFactors.removeTotp> = (ctx) =>
  removeFactor(ctx, 'totp', async (tx) => {
    const removed = await tx
      .deleteFrom('totp_secrets')
      .where('user_id', '=', ctx.session.user.id)
      .returning('user_id')
      .executeTakeFirst()
    if (!removed) throw notFound('Authenticator app')
  })
