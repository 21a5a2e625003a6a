import { notFound, type profile } from '@nightdesk/contracts'
import { sql } from 'kysely'
import { audit } from '../audit-log/write-line.ts'
import { isAlive } from '../auth/sessions.ts'
import type { Handler } from '../calls/handlers.ts'
import { commitAnswer } from '../transactions/commit-answer.ts'

export const sessions: Handler<typeof profile.sessions> = ({ db, session, ip_prefix }) =>
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
    .execute()

export const endSession: Handler<typeof profile.endSession> = (ctx, { id }) =>
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
  })

export const endOtherSessions: Handler<typeof profile.endOtherSessions> = (ctx) =>
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
  })
