import { conflict, type users as contract, type User } from '@nightdesk/contracts'
import {
  changeUser,
  createUser,
  EVERYTHING,
  issueToken,
  listUsers,
  ownStatus,
  requireGoodPassword,
  type UserChanges,
} from '@nightdesk/db'
import { audit } from '../audit-log/write-line.ts'
import type { Handlers } from '../calls/handlers.ts'
import type { SignedInContext } from '../context.ts'
import { emailChangedLetter } from '../mail/letters.ts'
import { notifyOf } from '../mail/notify-of.ts'
import { withInvalidation } from '../transactions/with-invalidation.ts'
import { deliverInvite, inviteLink, resetLink } from './one-time-links.ts'
import { resetSecondFactor } from './reset-second-factor.ts'

export const users: Handlers<typeof contract> = {
  list: ({ db }) => listUsers(db),

  async create(ctx, { password, ...user }) {
    if (password !== undefined) await requireGoodPassword(ctx, user, password)
    const password_hash = password === undefined ? null : await ctx.passwords.hash(password)
    const { created, issued } = await ctx.db.transaction().execute(async (tx) => {
      const created = await createUser(tx, { ...user, password_hash })
      const { id, role, is_invited } = created
      await audit(tx, ctx, 'user.create', `user:${id}`, { role, is_invited })
      ctx.checkAnswer({ ...created, invite: null })
      return { created, issued: is_invited ? await issueToken(tx, 'invite', id) : null }
    })
    return { ...created, invite: issued && (await deliverInvite(ctx, created, issued)) }
  },

  async update(ctx, { id, ...changes }) {
    const self = ctx.session.user
    // The profile asks for the password: otherwise a stolen session would be enough to take over the account.
    if (id === self.id && changes.username !== undefined && changes.username !== self.username) {
      throw conflict('Change your own email in your profile')
    }
    return update(ctx, id, changes)
  },
  async setStatus(ctx, { id, status }) {
    // Also when the status stays the same: this call never applies to the own account.
    if (id === ctx.session.user.id) throw ownStatus()
    return update(ctx, id, { status })
  },
  inviteLink,
  resetLink,
  resetSecondFactor,
}

/** Public pages show an author’s name. */
async function update(ctx: SignedInContext, id: number, changes: UserChanges): Promise<User> {
  const before = await ctx.db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['username', 'full_name'])
    .executeTakeFirst()
  const after = await withInvalidation(ctx, async (tx, invalidate) => {
    if (changes.full_name) invalidate(EVERYTHING)
    const user = await changeUser(tx, ctx.session.user.id, id, changes)
    await audit(tx, ctx, 'user.update', `user:${id}`, { fields: Object.keys(changes), status: user.status })
    return user
  })
  if (before && before.username !== after.username) notifyOf(ctx, before, emailChangedLetter)
  return after
}
