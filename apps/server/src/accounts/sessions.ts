import { createHash, randomBytes } from 'node:crypto'
import type { SignedIn } from '@nightdesk/contracts'
import { hasSecondFactor, needsSecondFactor, type Tx } from '@nightdesk/db'
import { sql } from 'kysely'
import type { Context, CurrentUser, Dependencies, Session } from '../context.ts'
import { userAgentOf } from '../http/requests.ts'
import { findKey, isKey, noteKeyUse } from './keys.ts'
import { rememberDevice, rememberNetwork } from './limits.ts'

const IDLE_DAYS = 7
const MAX_SESSIONS_PER_USER = 50
/** How long a sign-in or confirmation allows the calls that need one. */
const CONFIRMED_MINUTES = 10
/** Milliseconds between two updates of `last_seen_at`. */
const TOUCH_EVERY = 60_000

const hashOf = (session: string) => createHash('sha256').update(session).digest()

export const isAlive = sql<boolean>`(
  sessions.revoked_at is null
  and sessions.expires_at > now()
  and sessions.last_seen_at > now() - make_interval(days => ${IDLE_DAYS})
)`

/** Whether its user has proved lately to be the owner of the account, and not only to hold the session. */
const isConfirmed = sql<boolean>`sessions.confirmed_at > now() - make_interval(mins => ${CONFIRMED_MINUTES})`

/** The live session of a bearer token or API key, or null. Asks the database every time, so it is never stale. */
export async function findSession(
  { db, tokens }: Dependencies,
  authorization: string | undefined,
): Promise<Session | null> {
  const token = /^Bearer ([\w.-]{1,2048})$/i.exec(authorization ?? '')?.[1]
  if (token && isKey(token)) return findKey(db, token)
  const session = token && (await tokens.read(token))
  if (!session) return null
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.id', '=', hashOf(session))
    .where(isAlive)
    .where('users.status', '=', 'active')
    .select(['sessions.id as session_id', 'sessions.last_seen_at', isConfirmed.as('is_confirmed')])
    .select(sql<boolean>`${needsSecondFactor} and not ${hasSecondFactor}`.as('must_enrol'))
    .select(['users.id', 'users.username', 'users.full_name', 'users.role'])
    .executeTakeFirst()
  if (!row) return null
  const { session_id, last_seen_at, is_confirmed, must_enrol, ...user } = row
  return { id: session_id, last_seen_at, is_confirmed, must_enrol, user, key: null }
}

/** Records that a session or key is in use. An unused session expires. */
export async function touchSession(ctx: Context, session: Session): Promise<void> {
  const { db, now } = ctx
  if (Date.parse(now()) - Date.parse(session.last_seen_at) < TOUCH_EVERY) return
  if (session.key) return noteKeyUse(ctx, session.key)
  await db.updateTable('sessions').set({ last_seen_at: sql`now()` }).where('id', '=', session.id).execute()
}

/** Opens a session for a user who has proven their identity. Ends the sessions beyond 50 that were used least recently. */
export async function openSession(tx: Tx, ctx: Context, user: CurrentUser): Promise<SignedIn> {
  const session = randomBytes(32).toString('base64url')
  // First, because it locks the user: concurrent sign-ins take turns, and each counts the sessions before it.
  await tx.updateTable('users').set({ last_logged_in: sql`now()` }).where('id', '=', user.id).execute()
  const { family, system } = userAgentOf(ctx.user_agent)
  const { expires_at } = await tx
    .insertInto('sessions')
    .values({
      id: hashOf(session),
      user_id: user.id,
      expires_at: sql`now() + make_interval(days => ${ctx.session_days})`,
      ip_prefix: ctx.ip_prefix,
      user_agent_family: family,
      user_agent_system: system,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  await endLeastUsed(tx, user.id)
  await rememberNetwork(tx, ctx, user.id)
  await rememberDevice(tx, ctx, user.id)
  const token = await ctx.tokens.sign({ user_id: user.id, session, expires_at })
  return { token, username: user.username, full_name: user.full_name, role: user.role, expires_at }
}

/** Their rows stay for a day: a request of theirs may be under way, and looks for its end. */
async function endLeastUsed(tx: Tx, userId: number) {
  const recent = tx
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .limit(MAX_SESSIONS_PER_USER)
    .select('id')
  await tx
    .updateTable('sessions')
    .set({ revoked_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('id', 'not in', recent)
    .execute()
}
