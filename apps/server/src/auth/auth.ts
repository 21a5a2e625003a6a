import { AppError, type auth as contract, notFound, type SignedIn } from '@nightdesk/contracts'
import { createUser, requireGoodPassword } from '@nightdesk/db'
import { audit } from '../audit.ts'
import type { Context } from '../context.ts'
import { consume, type Limit, LOGIN_WINDOW, release } from '../limits.ts'
import type { Service } from '../service.ts'
import { type ActiveAccount, findActive } from './active-account.ts'
import { forgotPassword, recovery } from './forgotten-password.ts'
import { acceptInvite, readLink, resetPassword } from './one-time-links.ts'
import { openSession, revokeSession } from './sessions.ts'
import { claimSetupToken, hasUsers } from './setup.ts'

export const auth: Service<typeof contract> = {
  async login(ctx, { username, password }) {
    const user = await findActive(ctx, username)
    const limits = loginLimits(ctx, user ? String(user.id) : username.toLowerCase())
    await consume(ctx.db, limits)
    const isRight = await ctx.passwords.verify(user?.password_hash ?? null, password)
    const signedIn = user && isRight ? await openFor(ctx, user, limits) : null
    if (!user || !signedIn) {
      await audit(ctx.db, ctx, 'login.failed', 'session')
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
    // Asked again under the lock; asked here so that later on strangers cannot make the server hash.
    if (await hasUsers(ctx.db)) throw notFound('Page')
    requireGoodPassword(ctx, username, password)
    const password_hash = await ctx.passwords.hash(password)
    return ctx.db.transaction().execute(async (tx) => {
      if (!(await claimSetupToken(tx, token))) throw notFound('Page')
      const user = await createUser(tx, { username, full_name, role: 'admin', password_hash })
      await audit(tx, ctx, 'setup', `user:${user.id}`, {}, user.id)
      return openSession(tx, ctx, user)
    })
  },

  readLink,
  acceptInvite,
  recovery,
  forgotPassword,
  resetPassword,
}

/** Null when the account was disabled, or got another password, while this one was being checked. */
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
    await release(tx, limits)
    await audit(tx, ctx, 'login', `user:${user.id}`, {}, user.id)
    return openSession(tx, ctx, user)
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

/**
 * Counted before the password is looked at, so that many at once are not let past; and by the account itself,
 * as its name can be written in more ways than one.
 */
function loginLimits({ ip_prefix }: Context, account: string): Limit[] {
  return [
    { name: 'login:account+network', who: `${account} ${ip_prefix}`, max: 10, window: LOGIN_WINDOW },
    { name: 'login:account', who: account, max: 50, window: LOGIN_WINDOW },
    { name: 'login:network', who: ip_prefix, max: 50, window: LOGIN_WINDOW },
  ]
}
