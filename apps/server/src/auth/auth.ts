import { AppError, type auth as contract, notFound } from '@nightdesk/contracts'
import { createUser, hasToken, requireGoodPassword } from '@nightdesk/db'
import { audit } from '../audit-log/write-line.ts'
import type { Handlers } from '../calls/handlers.ts'
import type { Context } from '../context.ts'
import { checked, consume } from '../http/limits.ts'
import { commitAnswer } from '../transactions/commit-answer.ts'
import { type ActiveAccount, findActive } from './active-account.ts'
import { attemptLimits, LOGIN } from './attempts.ts'
import { forgotPassword, recovery } from './forgotten-password.ts'
import { acceptInvite, readLink, resetPassword } from './one-time-links.ts'
import { loginWithPasskey, loginWithRecoveryCode, loginWithTotp, passkeyOptions } from './second-step.ts'
import { openSession, revokeSession } from './sessions.ts'
import { claimSetupToken, hasUsers } from './setup.ts'
import { enter, refuse } from './sign-in.ts'

export const auth: Handlers<typeof contract> = {
  async login(ctx, { username, password }) {
    const user = await findActive(ctx, username)
    const limits = await attemptLimits(ctx, LOGIN, username)
    await consume(ctx, limits)
    const isRight = await checked(ctx, limits, ctx.passwords.verify(user?.password_hash ?? null, password))
    const entered = user && isRight ? await enter(ctx, user, limits) : null
    if (!user || !entered) {
      throw await refuse(ctx, user?.username ?? username, 'password', 'Invalid username or password')
    }
    await rehashOutdated(ctx, user, password)
    if ('token' in entered) return entered
    throw new AppError('SECOND_FACTOR_REQUIRED', 'Complete the sign-in with your second factor', {
      sign_in: entered,
    })
  },
  loginWithTotp,
  loginWithRecoveryCode,
  passkeyOptions,
  loginWithPasskey,

  async logout(ctx) {
    await ctx.db.transaction().execute(async (tx) => {
      await revokeSession(tx, ctx.session.id)
      await audit(tx, ctx, 'logout', `user:${ctx.session.user.id}`)
    })
  },

  async setup(ctx, { token, username, full_name, password }) {
    // Checked again under the lock. This first check keeps strangers from making the server hash.
    await requireSetupLink(ctx, token)
    await requireGoodPassword(ctx, { username, full_name }, password)
    const password_hash = await ctx.passwords.hash(password)
    return commitAnswer(ctx, async (tx) => {
      if (!(await claimSetupToken(tx, token))) throw notFound('Page')
      const user = await createUser(tx, { username, full_name, role: 'admin', password_hash })
      await audit(tx, ctx, 'setup', `user:${user.id}`, {}, user.id)
      return openSession(tx, ctx, user)
    })
  },

  readSetup: (ctx, { token }) => requireSetupLink(ctx, token),

  readLink,
  acceptInvite,
  recovery,
  forgotPassword,
  resetPassword,
}

async function requireSetupLink({ db }: Context, token: string): Promise<void> {
  if ((await hasUsers(db)) || !(await hasToken(db, 'setup', token))) throw notFound('Page')
}

/** Unless the password was changed meanwhile. */
async function rehashOutdated(ctx: Context, { id, password_hash }: ActiveAccount, password: string) {
  if (!password_hash || !ctx.passwords.isOutdated(password_hash)) return
  const stronger = await ctx.passwords.hash(password)
  await ctx.db
    .updateTable('users')
    .set({ password_hash: stronger })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .execute()
}
