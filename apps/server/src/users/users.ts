import type { users as contract, User } from '@nightdesk/contracts'
import { changeUser, createUser, listUsers, requireGoodPassword, type UserChanges } from '@nightdesk/db'
import { audit } from '../audit.ts'
import type { SignedInContext } from '../context.ts'
import type { Service } from '../service.ts'

export const users: Service<typeof contract> = {
  list: ({ db }) => listUsers(db),

  async create(ctx, { password, ...user }) {
    requireGoodPassword(ctx, user.username, password)
    const password_hash = await ctx.passwords.hash(password)
    return ctx.db.transaction().execute(async (tx) => {
      const created = await createUser(tx, { ...user, password_hash })
      await audit(tx, ctx, 'user.create', `user:${created.id}`, { role: created.role })
      return created
    })
  },

  update: (ctx, { id, ...changes }) => update(ctx, id, changes),
  setStatus: (ctx, { id, status }) => update(ctx, id, { status }),
}

async function update(ctx: SignedInContext, id: number, changes: UserChanges): Promise<User> {
  const changed = await ctx.db.transaction().execute(async (tx) => {
    const user = await changeUser(tx, ctx.session.user.id, id, changes)
    await audit(tx, ctx, 'user.update', `user:${id}`, { fields: Object.keys(changes), status: user.status })
    return user
  })
  // Pages show an author's name.
  if (changes.full_name) ctx.pages.clear()
  return changed
}
