import { type profile as contract, invalid } from '@nightdesk/contracts'
import { requireFreeName, requireGoodPassword, revokeTokens, setPassword } from '@nightdesk/db'
import { sql } from 'kysely'
import { audit } from '../audit.ts'
import { consume, passwordChangeLimit } from '../limits.ts'
import { changePages } from '../pages/change-pages.ts'
import type { Service } from '../service.ts'
import { endOtherSessions, endSession, sessions } from './sessions.ts'

export const profile: Service<typeof contract> = {
  get: async ({ session }) => session.user,

  /** Pages show an author's name. */
  update(ctx, changes) {
    const { id, username } = ctx.session.user
    return changePages(ctx, changes.full_name ? 'everything' : [], async (tx) => {
      if (changes.username) await requireFreeName(tx, id, changes.username)
      const row = await tx
        .updateTable('users')
        .set({ ...changes, updated_at: sql`now()` })
        .where('id', '=', id)
        .returning(['username', 'full_name', 'role'])
        .executeTakeFirstOrThrow()
      // Links went to the e-mail of before.
      if (row.username !== username) await revokeTokens(tx, id)
      await audit(tx, ctx, 'profile.update', `user:${id}`, { fields: Object.keys(changes) })
      return row
    })
  },

  async changePassword(ctx, { current_password, new_password }) {
    const { id, username } = ctx.session.user
    await consume(ctx.db, [passwordChangeLimit(id)])
    requireGoodPassword(ctx, username, new_password, 'new_password')
    const { password_hash } = await ctx.db
      .selectFrom('users')
      .where('id', '=', id)
      .select('password_hash')
      .executeTakeFirstOrThrow()
    if (!(await ctx.passwords.verify(password_hash, current_password))) {
      await audit(ctx.db, ctx, 'password.refused', `user:${id}`)
      throw invalid('current_password', 'The current password is not correct')
    }
    const next = await ctx.passwords.hash(new_password)
    await ctx.db.transaction().execute(async (tx) => {
      await setPassword(tx, id, next, ctx.session.id)
      await audit(tx, ctx, 'password.change', `user:${id}`)
    })
  },

  sessions,
  endSession,
  endOtherSessions,
}
