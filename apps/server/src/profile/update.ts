import { conflict, type profile } from '@nightdesk/contracts'
import { EVERYTHING, requireFreeName, revokeSessions, revokeTokens } from '@nightdesk/db'
import { sql } from 'kysely'
import { audit } from '../audit-log/write-line.ts'
import type { Handler } from '../calls/handlers.ts'
import type { SignedInContext } from '../context.ts'
import { emailChangedLetter } from '../mail/letters.ts'
import { notifyOf } from '../mail/notify-of.ts'
import { withInvalidation } from '../transactions/with-invalidation.ts'
import { lockUnchanged, requireCurrentPassword } from './current-password.ts'

/** Public pages show an author’s name. */
export const update: Handler<typeof profile.update> = async (ctx, { current_password, ...changes }) => {
  const { id, username } = ctx.session.user
  const isRenamed = changes.username !== undefined && changes.username !== username
  const hash = isRenamed ? await allowRenaming(ctx, current_password) : null
  const saved = await withInvalidation(ctx, async (tx, invalidate) => {
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
