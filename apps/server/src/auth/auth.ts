import { AppError, type auth as contract, notFound } from '@nightdesk/contracts'
import { createUser, hasUsername, requireGoodPassword } from '@nightdesk/db'
import { audit } from '../audit.ts'
import type { Context } from '../context.ts'
import { consume, type Limit, LOGIN_WINDOW, release } from '../limits.ts'
import type { Service } from '../service.ts'
import { openSession, revokeSession } from './sessions.ts'
import { claimSetupToken, hasUsers } from './setup.ts'

export const auth: Service<typeof contract> = {
  async login(ctx, { username, password }) {
    const user = await findActive(ctx, username)
    const limits = loginLimits(ctx, user ? String(user.id) : username.toLowerCase())
    await consume(ctx.db, limits)
    const isRight = await checkPassword(ctx, user, password)
    if (!user || !isRight) {
      await audit(ctx.db, ctx, 'login.failed', 'session')
      throw new AppError('INVALID_CREDENTIALS', 'Invalid username or password')
    }
    await release(ctx.db, limits)
    return ctx.db.transaction().execute(async (tx) => {
      await audit(tx, ctx, 'login', `user:${user.id}`, {}, user.id)
      return openSession(tx, ctx, user)
    })
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
}

type Account = Awaited<ReturnType<typeof findActive>>

const findActive = ({ db }: Context, username: string) =>
  db
    .selectFrom('users')
    .where(hasUsername(username))
    .where('status', '=', 'active')
    .select(['id', 'username', 'full_name', 'role', 'password_hash'])
    .executeTakeFirst()

/** Takes the same time whatever is wrong: no such account, no password yet, or another one. */
async function checkPassword(ctx: Context, user: Account, password: string): Promise<boolean> {
  const hash = user?.password_hash ?? null
  if (!(await ctx.passwords.verify(hash, password)) || !user || !hash) return false
  if (ctx.passwords.isOutdated(hash)) await rehash(ctx, user.id, password)
  return true
}

async function rehash(ctx: Context, userId: number, password: string) {
  const password_hash = await ctx.passwords.hash(password)
  await ctx.db.updateTable('users').set({ password_hash }).where('id', '=', userId).execute()
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
