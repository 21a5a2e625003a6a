import { conflict, type profile as contract, notFound } from '@nightdesk/contracts'
import {
  EVERYTHING,
  requireFreeName,
  requireGoodPassword,
  revokeSessions,
  revokeTokens,
  setPassword,
} from '@nightdesk/db'
import { sql } from 'kysely'
import { audit } from '../audit-log/write-line.ts'
import { rememberNetwork } from '../auth/attempts.ts'
import { isAlive } from '../auth/sessions.ts'
import type { Handlers } from '../calls/handlers.ts'
import type { SignedInContext } from '../context.ts'
import { emailChangedLetter, passwordChangedLetter } from '../mail/letters.ts'
import { notifyOf } from '../mail/notify-of.ts'
import { commitAnswer } from '../transactions/commit-answer.ts'
import { withInvalidation } from '../transactions/with-invalidation.ts'
import { lockUnchanged, requireCurrentPassword } from './current-password.ts'

export const profile: Handlers<typeof contract> = {
  get: async ({ session }) => session.user,

  async update(ctx, { current_password, ...changes }) {
    const { id, username } = ctx.session.user
    const isRenamed = changes.username !== undefined && changes.username !== username
    const hash = isRenamed ? await allowRenaming(ctx, current_password) : null
    const saved = await withInvalidation(ctx, async (tx, invalidate) => {
      // Public pages show an author’s name.
      if (changes.full_name) invalidate(EVERYTHING)
      if (isRenamed) {
        await lockUnchanged(tx, ctx, hash)
        await requireFreeName(tx, id, changes.username ?? username)
      }
      const row = await tx
        .updateTable('users')
        .set({ ...changes, updated_at: sql`now()` })
        .where('id', '=', id)
        .returning(['username', 'full_name', 'role'])
        .executeTakeFirstOrThrow()
      if (isRenamed) {
        // Earlier links went to the old e-mail.
        await revokeTokens(tx, id)
        await revokeSessions(tx, id, ctx.session.id)
      }
      await audit(tx, ctx, 'profile.update', `user:${id}`, { fields: Object.keys(changes) })
      return row
    })
    if (isRenamed) notifyOf(ctx, { username, full_name: saved.full_name }, emailChangedLetter)
    return saved
  },

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

  sessions: ({ db, session, ip_prefix }) =>
    db
      .selectFrom('sessions')
      .where('user_id', '=', session.user.id)
      .where(isAlive)
      .select(['number as id', 'user_agent_family as browser', 'user_agent_system as system'])
      .select(['ip_prefix as network', 'created_at', 'last_seen_at'])
      .select((eb) => [
        eb('id', '=', session.id).as('is_current'),
        eb('ip_prefix', '=', ip_prefix).as('is_this_network'),
      ])
      .$narrowType<{ is_current: boolean; is_this_network: boolean }>() // no compared value is null
      .orderBy('is_current', 'desc')
      .orderBy('last_seen_at', 'desc')
      .execute(),

  endSession: (ctx, { id }) =>
    ctx.db.transaction().execute(async (tx) => {
      const userId = ctx.session.user.id
      const ended = await tx
        .updateTable('sessions')
        .set({ revoked_at: sql`now()` })
        .where('number', '=', id)
        .where('user_id', '=', userId)
        .where(isAlive)
        .returning('number')
        .executeTakeFirst()
      if (!ended) throw notFound('Session')
      await audit(tx, ctx, 'session.end', `user:${userId}`, { ended: 1 })
    }),

  endOtherSessions: (ctx) =>
    commitAnswer(ctx, async (tx) => {
      const userId = ctx.session.user.id
      const rows = await tx
        .updateTable('sessions')
        .set({ revoked_at: sql`now()` })
        .where('user_id', '=', userId)
        .where('id', '<>', ctx.session.id)
        .where(isAlive)
        .returning('number')
        .execute()
      const ended = rows.length
      if (ended > 0) await audit(tx, ctx, 'session.end', `user:${userId}`, { ended })
      return { ended }
    }),
}

/**
 * Only admins, who see all accounts: for others, the answer would tell whether an account has an e-mail.
 * @returns the hash of the password that was checked
 */
async function allowRenaming(ctx: SignedInContext, current: string | undefined) {
  if (ctx.session.user.role !== 'admin') {
    throw conflict('Only an admin can change an email. Ask one to do it on the users screen.')
  }
  return requireCurrentPassword(ctx, current)
}
