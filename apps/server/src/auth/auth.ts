import { AppError, type auth as contract, notFound, type SignedIn } from '@nightdesk/contracts'
import { createUser, hasToken, requireGoodPassword } from '@nightdesk/db'
import { triedAccount } from '../audit-log/tried-account.ts'
import { audit } from '../audit-log/write-line.ts'
import type { Handlers } from '../calls/handlers.ts'
import type { Context } from '../context.ts'
import { consume, type Limit, release } from '../http/limits.ts'
import { commitAnswer } from '../transactions/commit-answer.ts'
import { type ActiveAccount, findActive } from './active-account.ts'
import { attemptLimits, LOGIN } from './attempts.ts'
import { forgotPassword, recovery } from './forgotten-password.ts'
import { acceptInvite, readLink, resetPassword } from './one-time-links.ts'
import { openSession, revokeSession } from './sessions.ts'
import { claimSetupToken, hasUsers } from './setup.ts'

export const auth: Handlers<typeof contract> = {
  async login(ctx, { username, password }) {
    const user = await findActive(ctx, username)
    const limits = await attemptLimits(ctx, LOGIN, username)
    await consume(ctx, limits)
    const isRight = await ctx.passwords.verify(user?.password_hash ?? null, password)
    const signedIn = user && isRight ? await openFor(ctx, user, limits) : null
    if (!user || !signedIn) {
      await audit(ctx.db, ctx, 'login.failed', 'session', {
        account: triedAccount(ctx, user?.username ?? username),
      })
      throw new AppError('INVALID_CREDENTIALS', 'Invalid username or password')
    }
    await rehashOutdated(ctx, user, password)
    return signedIn
  },

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

/** Null when the account was disabled or got another password during the check. */
const openFor = (ctx: Context, user: ActiveAccount, limits: Limit[]): Promise<SignedIn | null> =>
  ctx.db.transaction().execute(async (tx) => {
    const same = await tx
      .selectFrom('users')
      .where('id', '=', user.id)
      .where('status', '=', 'active')
      .where('password_hash', '=', user.password_hash)
      .select('id')
      .forUpdate()
      .executeTakeFirst()
    if (!same) return null
    await release({ db: tx, limit_key: ctx.limit_key }, limits)
    await audit(tx, ctx, 'login', `user:${user.id}`, {}, user.id)
    return ctx.checkAnswer(await openSession(tx, ctx, user))
  })

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
