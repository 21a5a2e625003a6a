import { type users as contract, notFound, type User } from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'
import { sql } from 'kysely'
import { audit } from '../audit.ts'
import { revokeSessions } from '../auth/sessions.ts'
import type { SignedInContext } from '../context.ts'
import type { Service } from '../service.ts'
import { createUser, emailTaken, requireGoodPassword } from './accounts.ts'
import { checkChange } from './policy.ts'

const columns = ['id', 'username', 'full_name', 'role', 'status', 'last_logged_in'] as const

export const users: Service<typeof contract> = {
  list: ({ db }) =>
    db
      .selectFrom('users')
      .where('status', '<>', 'deleted')
      .select(columns)
      .orderBy('full_name')
      .orderBy('id')
      .execute(),

  async create(ctx, { password, ...user }) {
    requireGoodPassword(ctx, user.username, password)
    const password_hash = await ctx.passwords.hash(password)
    return ctx.db.transaction().execute(async (tx) => {
      const created = await createUser(tx, { ...user, password_hash })
      await audit(tx, ctx, 'user.create', `user:${created.id}`, { role: created.role })
      return created
    })
  },

  update: (ctx, { id, ...changes }) => changeUser(ctx, id, changes),
  setStatus: (ctx, { id, status }) => changeUser(ctx, id, { status }),
}

type Changes = Partial<Pick<User, 'username' | 'full_name' | 'role' | 'status'>>

async function changeUser(ctx: SignedInContext, id: number, changes: Changes): Promise<User> {
  const changed = await ctx.db.transaction().execute(async (tx) => {
    const admins = await lockActiveAdmins(tx)
    const before = await tx
      .selectFrom('users')
      .where('id', '=', id)
      .where('status', '<>', 'deleted')
      .select(columns)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw notFound('User')
    const after = { ...before, ...changes }
    checkChange(ctx.session.user.id, before, after, admins.filter((admin) => admin.id !== id).length)
    if (changes.username) await requireFreeName(tx, id, changes.username)
    await tx
      .updateTable('users')
      .set({ ...changes, updated_at: sql`now()` })
      .where('id', '=', id)
      .execute()
    if (after.status !== 'active') await revokeSessions(tx, id)
    await audit(tx, ctx, 'user.update', `user:${id}`, { fields: Object.keys(changes), status: after.status })
    return after
  })
  // Pages show an author's name.
  if (changes.full_name) ctx.pages.clear()
  return changed
}

/** Locked, so that two admins cannot disable each other at the same moment. */
const lockActiveAdmins = (tx: Tx) =>
  tx
    .selectFrom('users')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()

/** @throws CONFLICT when another account has this e-mail */
export async function requireFreeName(tx: Tx, id: number, username: string): Promise<void> {
  const other = await tx
    .selectFrom('users')
    .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', username.toLowerCase()))
    .where('status', '<>', 'deleted')
    .where('id', '<>', id)
    .select('id')
    .executeTakeFirst()
  if (other) throw emailTaken()
}
