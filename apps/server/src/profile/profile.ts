import type { profile as contract } from '@nightdesk/contracts'
import { requireGoodPassword, setPassword } from '@nightdesk/db'
import { audit } from '../audit-log/write-line.ts'
import { rememberNetwork } from '../auth/attempts.ts'
import type { Handlers } from '../calls/handlers.ts'
import { passwordChangedLetter } from '../mail/letters.ts'
import { notifyOf } from '../mail/notify-of.ts'
import { lockUnchanged, requireCurrentPassword } from './current-password.ts'
import { endOtherSessions, endSession, sessions } from './sessions.ts'
import { update } from './update.ts'

export const profile: Handlers<typeof contract> = {
  get: async ({ session }) => session.user,

  update,

  async changePassword(ctx, { current_password, new_password }) {
    const { user } = ctx.session
    await requireGoodPassword(ctx, user, new_password, 'new_password')
    const hash = await requireCurrentPassword(ctx, current_password)
    const next = await ctx.passwords.hash(new_password)
    await ctx.db.transaction().execute(async (tx) => {
      await lockUnchanged(tx, ctx, hash)
      await setPassword(tx, user.id, next, ctx.session.id)
      await rememberNetwork(tx, ctx, user.id)
      await audit(tx, ctx, 'password.change', `user:${user.id}`)
    })
    notifyOf(ctx, user, passwordChangedLetter)
  },

  sessions,
  endSession,
  endOtherSessions,
}
