import {
  AppError,
  type auth as contract,
  type FactorMethod,
  type LinkKind,
  notFound,
  oneTimeUrl,
  type PendingSignIn,
  type SignedIn,
} from '@nightdesk/contracts'
import {
  claimToken,
  createUser,
  type DbOrTx,
  EVERYTHING,
  findTokenOwner,
  hasToken,
  hasUsername,
  issueToken,
  listFactors,
  requireGoodPassword,
  setPassword,
  type Tx,
} from '@nightdesk/db'
import { sql } from 'kysely'
import { audit, triedAccount } from '../audit/audit.ts'
import { change } from '../change.ts'
import type { Context, Handlers } from '../context.ts'
import { checked, consume, type Limit, release, totpLimit } from '../http/limits.ts'
import { passwordChangedLetter, resetLetter } from '../mail/letters.ts'
import { notifyOf } from '../mail/mailer.ts'
import { type Challenge, spendChallenge } from './challenges.ts'
import { spendRecoveryCode, spendTotp } from './codes.ts'
import { lockSame } from './current-password.ts'
import { announceNewDevice, attemptLimits, FORGOTTEN, isNewDevice, LOGIN, rememberNetwork } from './limits.ts'
import { findPasskey, methodsOf, notePasskeyUse, requestOptions, verifyPasskey } from './passkeys.ts'
import { openSession } from './sessions.ts'
import { claimSetupToken, hasUsers } from './setup.ts'

export const auth: Handlers<typeof contract> = {
  async login(ctx, { username, password }) {
    const user = await selectActive(ctx.db, username).executeTakeFirst()
    const limits = await attemptLimits(ctx, LOGIN, username)
    await consume(ctx, limits)
    const isRight = await checked(ctx, limits, ctx.passwords.verify(user?.password_hash ?? null, password))
    const entered = user && isRight ? await afterPassword(ctx, user, limits) : null
    if (!user || !entered) {
      throw await failedSignIn(ctx, user?.username ?? username, 'password', 'Invalid username or password')
    }
    // After the answer: a busy server must not refuse somebody who is signed in.
    ctx.background.run(ctx.log, () => rehashOutdated(ctx, user, password))
    if ('token' in entered) return entered
    throw new AppError('SECOND_FACTOR_REQUIRED', 'Complete the sign-in with your second factor', {
      sign_in: entered,
    })
  },

  loginWithTotp: (ctx, { attempt, code }) =>
    complete(ctx, attempt, 'totp', (tx, id) => spendTotp(tx, ctx, id, code)),

  loginWithRecoveryCode: (ctx, { attempt, recovery_code }) =>
    complete(ctx, attempt, 'recovery_code', (tx, id) => spendRecoveryCode(tx, id, recovery_code)),

  async passkeyOptions(ctx, { attempt: token }) {
    if (token === undefined) {
      const alone = await ctx.challenges.issue({ purpose: 'passkey-sign-in', user_id: null }, ctx.now())
      return { attempt: alone.token, options: await requestOptions(ctx, null, alone.id) }
    }
    const { attempt, user } = await requirePending(ctx, token)
    return { attempt: token, options: await requestOptions(ctx, user.id, attempt.id) }
  },

  async loginWithPasskey(ctx, input) {
    const attempt = await ctx.challenges.read(input.attempt, 'sign-in', 'passkey-sign-in')
    if (!attempt) throw attemptGone()
    const owned = await findPasskey(ctx.db, input.passkey)
    const account = owned?.username ?? input.passkey.id
    const limits = await attemptLimits(ctx, LOGIN, account)
    await consume(ctx, limits)
    const isOwn = owned && (attempt.user_id === null || isAttemptOf(attempt, owned))
    const count = isOwn ? await verifyPasskey(ctx, input.passkey, owned, attempt.id) : null
    if (!owned || count === null) throw await failedSignIn(ctx, account, 'passkey', WRONG.passkey)
    const spend = async (tx: Tx) =>
      (await notePasskeyUse(tx, owned, count)) && (await requireUnspent(tx, attempt))
    const signedIn = await signInAs(ctx, owned, { limits, by: 'passkey', spend })
    if (!signedIn) throw await failedSignIn(ctx, account, 'passkey', WRONG.passkey)
    return signedIn
  },

  logout: (ctx) =>
    change(ctx, async (tx) => {
      const { id } = ctx.session
      await tx.updateTable('sessions').set({ revoked_at: sql`now()` }).where('id', '=', id).execute()
      await audit(tx, ctx, 'logout', `user:${ctx.session.user.id}`)
    }),

  async setup(ctx, { token, username, full_name, password }) {
    // Checked again under the lock. This first check keeps strangers from making the server hash.
    await requireSetupLink(ctx, token)
    await requireGoodPassword(ctx, { username, full_name }, password)
    const password_hash = await ctx.passwords.hash(password)
    return change(ctx, async (tx) => {
      if (!(await claimSetupToken(tx, token))) throw notFound('Page')
      const user = await createUser(tx, { username, full_name, role: 'admin', password_hash })
      await audit(tx, ctx, 'setup', `user:${user.id}`, {}, user.id)
      return openSession(tx, ctx, user)
    })
  },

  readSetup: (ctx, { token }) => requireSetupLink(ctx, token),

  async readLink(ctx, { kind, token }) {
    const { username, full_name, expires_at } = await requireOwner(ctx, kind, token)
    return { username, full_name, expires_at }
  },

  async acceptInvite(ctx, { token, full_name, password }) {
    const password_hash = await hashFor(ctx, 'invite', token, password, full_name)
    // Public pages show an author’s name.
    return change(ctx, async (tx, invalidate) => {
      invalidate(EVERYTHING)
      const owner = await requireClaim(tx, 'invite', token)
      await tx.updateTable('users').set({ full_name }).where('id', '=', owner.id).execute()
      await setPassword(tx, owner.id, password_hash)
      await audit(tx, ctx, 'invite.accept', `user:${owner.id}`, {}, owner.id)
      return openSession(tx, ctx, { ...owner, full_name })
    })
  },

  recovery: async ({ mailer }) => ({ by_mail: mailer.isOn }),

  async forgotPassword(ctx, { username }) {
    // Every use counts, so that nobody can fill a mailbox.
    await consume(ctx, await attemptLimits(ctx, FORGOTTEN, username))
    // After the answer, so that its time does not tell whether the account exists.
    ctx.background.run(ctx.log, () => mailReset(ctx, username))
  },

  async resetPassword(ctx, { token, password }) {
    const password_hash = await hashFor(ctx, 'reset', token, password)
    const { owner, factors } = await ctx.db.transaction().execute(async (tx) => {
      const claimed = await requireClaim(tx, 'reset', token)
      await setPassword(tx, claimed.id, password_hash)
      // The owner has the link, and signs in next.
      await rememberNetwork(tx, ctx, claimed.id)
      await audit(tx, ctx, 'password.reset', `user:${claimed.id}`, {}, claimed.id)
      return { owner: claimed, factors: ctx.checkAnswer(await listFactors(tx, claimed.id)) }
    })
    notifyOf(ctx, owner, passwordChangedLetter)
    return factors
  },
}

async function requireSetupLink({ db }: Context, token: string): Promise<void> {
  if ((await hasUsers(db)) || !(await hasToken(db, 'setup', token))) throw notFound('Page')
}

/** Unless the password was changed meanwhile. */
async function rehashOutdated(ctx: Context, { id, password_hash }: ActiveAccount, password: string) {
  if (!password_hash || !ctx.passwords.isOutdated(password_hash)) return
  const stronger = await ctx.passwords.hash(password)
  await ctx.db
    .updateTable('users')
    .set({ password_hash: stronger })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .execute()
}

/** Completes a sign-in after the password. Codes are limited like passwords, by the same counters. */
async function complete(
  ctx: Context,
  token: string,
  by: 'totp' | 'recovery_code',
  spendCode: (tx: Tx, userId: number) => Promise<boolean>,
): Promise<SignedIn> {
  const { attempt, user } = await requirePending(ctx, token)
  const limits = await attemptLimits(ctx, LOGIN, user.username)
  if (by === 'totp') limits.push(totpLimit(user.id))
  await consume(ctx, limits)
  const spend = async (tx: Tx) => (await spendCode(tx, user.id)) && (await requireUnspent(tx, attempt))
  const signedIn = await signInAs(ctx, user, { limits, by, spend })
  if (!signedIn) throw await failedSignIn(ctx, user.username, by, WRONG[by])
  return signedIn
}

/** The account of an attempt, while it is as it was when its password was checked. @throws NOT_FOUND */
async function requirePending(ctx: Context, token: string) {
  const attempt = await ctx.challenges.read(token, 'sign-in')
  const user = attempt?.user_id && (await findActiveById(ctx, attempt.user_id))
  if (!user || !isAttemptOf(attempt, user)) throw attemptGone()
  return { attempt, user }
}

const isAttemptOf = (attempt: Challenge, user: ActiveAccount) =>
  attempt.user_id === user.id && attempt.state === user.updated_at

/** Rolls the transaction back when the attempt was used before, so that a recovery code is not lost. */
async function requireUnspent(tx: Tx, attempt: Challenge): Promise<boolean> {
  if (!(await spendChallenge(tx, attempt))) throw attemptGone()
  return true
}

const attemptGone = () => new AppError('NOT_FOUND', 'This sign-in has expired. Please begin again.')

const WRONG: Record<FactorMethod, string> = {
  passkey: 'This passkey does not belong to an account here.',
  totp: 'This code is wrong, or was used before.',
  recovery_code: 'This recovery code is wrong, or was used before.',
}

/** The link is checked before hashing, so that strangers cannot make the server hash, and used up after. */
async function hashFor(ctx: Context, kind: LinkKind, token: string, password: string, newName?: string) {
  const { username, full_name } = await requireOwner(ctx, kind, token)
  await requireGoodPassword(ctx, { username, full_name: newName ?? full_name }, password)
  return ctx.passwords.hash(password)
}

const requireOwner = async ({ db }: Context, kind: LinkKind, token: string) =>
  (await findTokenOwner(db, kind, token)) ?? linkEnded()

const requireClaim = async (tx: Tx, kind: LinkKind, token: string) =>
  (await claimToken(tx, kind, token)) ?? linkEnded()

function linkEnded(): never {
  throw new AppError('NOT_FOUND', 'This link is not valid any more. It works once, and only for a while.')
}

async function mailReset(ctx: Context, username: string) {
  const { account, issued } = await ctx.db.transaction().execute(async (tx) => {
    // Locked: a change of the e-mail voids the links that went to the old one, and none may be made after it.
    const account = await selectActive(tx, username).forUpdate().executeTakeFirst()
    // Who has not accepted an invitation has no password to forget.
    const isMailed = account !== undefined && account.password_hash !== null && ctx.mailer.isOn
    const target = account ? `user:${account.id}` : 'session'
    await audit(tx, ctx, 'password.forgotten', target, { is_mailed: isMailed })
    return { account, issued: isMailed ? await issueToken(tx, 'reset', account.id) : null }
  })
  if (!account || !issued) return
  const url = oneTimeUrl(ctx.site.url, 'reset', issued.token)
  const letter = resetLetter({ name: account.full_name, site: (await ctx.readSite()).name, url })
  await ctx.mailer.send(ctx.log, account.username, letter)
}

/** After the right password: a session, or what an account with a second factor needs for one. Null as in {@link signInAs}. */
async function afterPassword(
  ctx: Context,
  user: ActiveAccount,
  limits: Limit[],
): Promise<SignedIn | PendingSignIn | null> {
  const methods = await methodsOf(ctx, user.id)
  if (methods === null) return signInAs(ctx, user, { limits, by: 'password' })
  const isPending = await ctx.db.transaction().execute(async (tx) => {
    if (!(await lockSame(tx, user))) return false
    await release({ db: tx, limit_key: ctx.limit_key }, limits)
    await audit(tx, ctx, 'login.pending', `user:${user.id}`, {}, user.id)
    return true
  })
  if (!isPending) return null
  const attempt = { purpose: 'sign-in', user_id: user.id, state: user.updated_at } as const
  const { token, expires_at } = await ctx.challenges.issue(attempt, ctx.now())
  return { attempt: token, expires_at, methods }
}

interface Evidence {
  /** Counted before the attempt; a success takes them back. */
  limits: Limit[]
  by: 'password' | FactorMethod
  spend?(tx: Tx): Promise<boolean>
}

/**
 * Opens a session.
 * @returns null when the factor is wrong, or the account was disabled or got another password during the check
 */
async function signInAs(
  ctx: Context,
  user: ActiveAccount,
  { limits, by, spend }: Evidence,
): Promise<SignedIn | null> {
  const opened = await ctx.db.transaction().execute(async (tx) => {
    if (!(await lockSame(tx, user))) return null
    if (spend && !(await spend(tx))) return null
    const isNew = await isNewDevice(tx, ctx, user.id)
    await release({ db: tx, limit_key: ctx.limit_key }, limits)
    await audit(tx, ctx, 'login', `user:${user.id}`, { by }, user.id)
    return { signedIn: ctx.checkAnswer(await openSession(tx, ctx, user)), isNew }
  })
  if (opened?.isNew) announceNewDevice(ctx, user)
  return opened?.signedIn ?? null
}

/** Records a failed attempt at an account, whether it exists or not. @returns the error to throw */
async function failedSignIn(
  ctx: Context,
  account: string,
  by: Evidence['by'],
  message: string,
): Promise<AppError> {
  await audit(ctx.db, ctx, 'login.failed', 'session', { account: triedAccount(ctx, account), by })
  return new AppError('INVALID_CREDENTIALS', message)
}

type ActiveAccount = NonNullable<Awaited<ReturnType<typeof findActiveById>>>

const selectActive = (db: DbOrTx, username: string) => activeAccounts(db).where(hasUsername(username))

const findActiveById = ({ db }: Context, id: number) =>
  activeAccounts(db).where('id', '=', id).executeTakeFirst()

const activeAccounts = (db: DbOrTx) =>
  db
    .selectFrom('users')
    .where('status', '=', 'active')
    .select(['id', 'username', 'full_name', 'role', 'password_hash', 'updated_at'])
