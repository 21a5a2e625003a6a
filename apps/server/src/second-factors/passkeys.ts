import { conflict, invalid, notFound, type secondFactors } from '@nightdesk/contracts'
import { audit } from '../audit-log/write-line.ts'
import type { Handler } from '../calls/handlers.ts'
import { readOwnAttempt, spendAttempt } from '../factors/attempts.ts'
import { creationOptions, storePasskey, verifyNewPasskey } from '../factors/passkeys.ts'
import { addFactor, removeFactor, setupGone } from './change.ts'

export const passkeyOptions: Handler<typeof secondFactors.passkeyOptions> = async (ctx) => {
  const { user } = ctx.session
  const attempt = await ctx.attempts.issue({ purpose: 'new-passkey', user_id: user.id }, ctx.now())
  return { attempt: attempt.token, options: await creationOptions(ctx, user, attempt.id) }
}

export const addPasskey: Handler<typeof secondFactors.addPasskey> = async (ctx, input) => {
  const { id } = ctx.session.user
  const attempt = await readOwnAttempt(ctx, input.attempt, 'new-passkey', id)
  if (!attempt) throw setupGone()
  const credential = await verifyNewPasskey(ctx, input.passkey, attempt.id)
  if (!credential) throw invalid('passkey', 'This passkey could not be checked. Please try again.')
  return addFactor(ctx, 'passkey', async (tx) => {
    if (!(await spendAttempt(tx, attempt))) throw setupGone()
    if (!(await storePasskey(tx, id, input.name, credential)))
      throw conflict('This passkey was added already.')
  })
}

export const renamePasskey: Handler<typeof secondFactors.renamePasskey> = async (ctx, { id, name }) => {
  const { user } = ctx.session
  await ctx.db.transaction().execute(async (tx) => {
    const renamed = await tx
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .returning('id')
      .executeTakeFirst()
    if (!renamed) throw notFound('Passkey')
    await audit(tx, ctx, 'factor.rename', `user:${user.id}`, { factor: 'passkey' })
  })
}

export const removePasskey: Handler<typeof secondFactors.removePasskey> = (ctx, { id }) =>
  removeFactor(ctx, 'passkey', async (tx) => {
    const removed = await tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', ctx.session.user.id)
      .returning('id')
      .executeTakeFirst()
    if (!removed) throw notFound('Passkey')
  })
