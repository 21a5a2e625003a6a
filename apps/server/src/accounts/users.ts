import {
  conflict,
  type users as contract,
  type InviteLink,
  type LinkKind,
  notFound,
  oneTimeUrl,
  type profile as profileContract,
  type User,
} from '@nightdesk/contracts'
import {
  changeUser,
  createUser,
  EVERYTHING,
  type IssuedToken,
  issueToken,
  listFactors,
  listUsers,
  lockUser,
  ownStatus,
  requireFreeName,
  requireGoodPassword,
  resetSecondFactors,
  revokeSessions,
  revokeTokens,
  setPassword,
  type Tx,
  type UserChanges,
} from '@nightdesk/db'
import { sql } from 'kysely'
import { audit } from '../audit/audit.ts'
import { change } from '../change.ts'
import type { Handlers, SignedInContext } from '../context.ts'
import {
  emailChangedLetter,
  inviteLetter,
  passwordChangedLetter,
  secondFactorLetter,
} from '../mail/letters.ts'
import { notifyOf } from '../mail/mailer.ts'
import { lockUnchanged, requireCurrentPassword } from './current-password.ts'
import { rememberNetwork } from './limits.ts'
import { isAlive } from './sessions.ts'

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

  async inviteLink(ctx, { id }) {
    const { user, issued } = await issueFor(ctx, id, 'invite')
    return deliverInvite(ctx, user, issued)
  },

  async resetLink(ctx, { id }) {
    // The profile asks for the current password; with a stolen session, this link would get around it.
    if (id === ctx.session.user.id) throw conflict('Change your own password in your profile')
    const { issued, factors } = await issueFor(ctx, id, 'reset')
    return { url: oneTimeUrl(ctx.site.url, 'reset', issued.token), expires_at: issued.expires_at, ...factors }
  },

  async resetSecondFactor(ctx, { id }) {
    // The profile asks for the password; with a stolen session, this would get around it.
    if (id === ctx.session.user.id) throw conflict('Change your own second factors in your profile')
    const user = await change(ctx, async (tx) => {
      const before = await lockUser(tx, id)
      if (!before.has_second_factor) throw conflict('This account has no second factor.')
      await resetSecondFactors(tx, id)
      await audit(tx, ctx, 'factor.reset', `user:${id}`)
      return { ...before, has_second_factor: false }
    })
    notifyOf(ctx, user, secondFactorLetter('reset'))
    return user
  },
}

/** Public pages show an author’s name. */
async function update(ctx: SignedInContext, id: number, changes: UserChanges): Promise<User> {
  const before = await ctx.db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['username', 'full_name'])
    .executeTakeFirst()
  const fields = Object.keys(changes)
  const after = await change(ctx, async (tx, invalidate) => {
    if (fields.length === 0) return lockUser(tx, id)
    if (changes.full_name) invalidate(EVERYTHING)
    const user = await changeUser(tx, ctx.session.user.id, id, changes)
    const { status, role } = user
    await audit(tx, ctx, 'user.update', `user:${id}`, { fields, status, role })
    return user
  })
  if (before) announceEmail(ctx, before, after.username)
  return after
}

/** To the e-mail before. Letters in another case are the same address. */
function announceEmail(ctx: SignedInContext, before: Pick<User, 'username' | 'full_name'>, after: string) {
  if (before.username.toLowerCase() !== after.toLowerCase()) notifyOf(ctx, before, emailChangedLetter)
}

/** After the commit: mails the invitation if the site can, and returns it in any case. */
async function deliverInvite(
  ctx: SignedInContext,
  { username, full_name }: User,
  { token, expires_at }: IssuedToken,
): Promise<InviteLink> {
  const url = oneTimeUrl(ctx.site.url, 'invite', token)
  const from = ctx.session.user.full_name
  const letter = inviteLetter({ name: full_name, site: (await ctx.readSite()).name, url, from })
  return { url, expires_at, mail: await ctx.mailer.send(ctx.log, username, letter) }
}

/** A new link. Earlier links stop working. */
const issueFor = (ctx: SignedInContext, id: number, kind: LinkKind) =>
  ctx.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, id)
    requireFitting(user, kind)
    await revokeTokens(tx, id)
    const issued = await issueToken(tx, kind, id)
    await audit(tx, ctx, `user.${kind}-link`, `user:${id}`)
    const factors = await listFactors(tx, id)
    // The mail state of an invitation is added after the commit.
    ctx.checkAnswer({ url: '', expires_at: issued.expires_at, mail: 'off', ...factors })
    return { user, issued, factors }
  })

function requireFitting({ status, is_invited }: User, kind: LinkKind) {
  if (status !== 'active') throw conflict('This account is not active. Enable it first.')
  if (kind === 'invite' && !is_invited) throw conflict('This person has already accepted an invitation.')
  if (kind === 'reset' && is_invited) throw conflict('This person has not accepted the invitation yet.')
}

export const profile: Handlers<typeof profileContract> = {
  get: async ({ session }) => session.user,

  async update(ctx, { current_password, ...changes }) {
    const { id, username } = ctx.session.user
    const fields = Object.keys(changes)
    if (fields.length === 0) return ctx.session.user
    const isRenamed = changes.username !== undefined && changes.username !== username
    // Only admins, who see all accounts: for others, the answer would tell whether an account has an e-mail.
    if (isRenamed && ctx.session.user.role !== 'admin')
      throw conflict('Only an admin can change an email. Ask one to do it on the users screen.')
    const hash = isRenamed ? await requireCurrentPassword(ctx, current_password) : null
    const saved = await change(ctx, async (tx, invalidate) => {
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
      await audit(tx, ctx, 'profile.update', `user:${id}`, { fields })
      return row
    })
    announceEmail(ctx, { username, full_name: saved.full_name }, saved.username)
    return saved
  },

  async changePassword(ctx, { current_password, new_password }) {
    const { user } = ctx.session
    await requireGoodPassword(ctx, user, new_password, 'new_password')
    const hash = await requireCurrentPassword(ctx, current_password)
    const next = await ctx.passwords.hash(new_password)
    await change(ctx, async (tx) => {
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
    change(ctx, async (tx) => {
      const session = endSessions(tx, ctx).where('number', '=', id)
      await session.executeTakeFirstOrThrow(() => notFound('Session'))
      await audit(tx, ctx, 'session.end', `user:${ctx.session.user.id}`, { ended: 1 })
    }),

  endOtherSessions: (ctx) =>
    change(ctx, async (tx) => {
      const { length: ended } = await endSessions(tx, ctx).where('id', '<>', ctx.session.id).execute()
      if (ended > 0) await audit(tx, ctx, 'session.end', `user:${ctx.session.user.id}`, { ended })
      return { ended }
    }),
}

const endSessions = (tx: Tx, { session }: SignedInContext) =>
  tx
    .updateTable('sessions')
    .set({ revoked_at: sql`now()` })
    .where('user_id', '=', session.user.id)
    .where(isAlive)
    .returning('number')
