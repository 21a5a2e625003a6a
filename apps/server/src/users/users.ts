import type { users as contract, User } from '@nightdesk/contracts'
import {
  changeUser,
  createUser,
  issueToken,
  listUsers,
  requireGoodPassword,
  type UserChanges,
} from '@nightdesk/db'
import { audit } from '../audit.ts'
import type { SignedInContext } from '../context.ts'
import { changePages } from '../pages/change-pages.ts'
import type { Service } from '../service.ts'
import { deliverInvite, inviteLink, resetLink } from './one-time-links.ts'

export const users: Service<typeof contract> = {
  list: ({ db }) => listUsers(db),

  async create(ctx, { password, ...user }) {
    if (password !== undefined) requireGoodPassword(ctx, user.username, password)
    const password_hash = password === undefined ? null : await ctx.passwords.hash(password)
    const { created, issued } = await ctx.db.transaction().execute(async (tx) => {
      const created = await createUser(tx, { ...user, password_hash })
      const { id, role, is_invited } = created
      await audit(tx, ctx, 'user.create', `user:${id}`, { role, is_invited })
      return { created, issued: is_invited ? await issueToken(tx, 'invite', id) : null }
    })
    return { ...created, invite: issued && (await deliverInvite(ctx, created, issued)) }
  },

  update: (ctx, { id, ...changes }) => update(ctx, id, changes),
  setStatus: (ctx, { id, status }) => update(ctx, id, { status }),
  inviteLink,
  resetLink,
}

/** Pages show an author's name. */
function update(ctx: SignedInContext, id: number, changes: UserChanges): Promise<User> {
  return changePages(ctx, changes.full_name ? 'everything' : [], async (tx) => {
    const user = await changeUser(tx, ctx.session.user.id, id, changes)
    await audit(tx, ctx, 'user.update', `user:${id}`, { fields: Object.keys(changes), status: user.status })
    return user
  })
}
