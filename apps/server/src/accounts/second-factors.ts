import {
  AppError,
  conflict,
  type secondFactors as contract,
  invalid,
  notFound,
  ROLES,
} from '@nightdesk/contracts'
import {
  countRows,
  type DbOrTx,
  hasSecondFactor,
  listFactors,
  needsSecondFactor,
  type Tx,
} from '@nightdesk/db'
import { sql } from 'kysely'
import { audit } from '../audit/audit.ts'
import { change } from '../change.ts'
import type { Handlers, SignedInContext } from '../context.ts'
import { consume, passwordChangeLimit } from '../http/limits.ts'
import { secondFactorLetter } from '../mail/letters.ts'
import { notifyOf } from '../mail/mailer.ts'
import { type Challenge, spendChallenge } from './challenges.ts'
import { newTotp, renewRecoveryCodes, stepOf, storeTotp } from './codes.ts'
import { lockOwn, lockUnchanged, requireCurrentPassword } from './current-password.ts'
import {
  creationOptions,
  findPasskey,
  freeName,
  notePasskeyUse,
  passkeyProblem,
  requestOptions,
  storePasskey,
  verifyNewPasskey,
  verifyPasskey,
} from './passkeys.ts'

export const secondFactors: Handlers<typeof contract> = {
  async get({ db, session, site }) {
    const { id } = session.user
    const [factors, { is_required }, recovery_codes] = await Promise.all([
      listFactors(db, id),
      readState(db, id),
      countRows(db.selectFrom('recovery_codes').where('user_id', '=', id)),
    ])
    return { ...factors, recovery_codes, is_required, passkey_problem: passkeyProblem(site.url) }
  },

  async confirm(ctx, { current_password }) {
    const hash = await requireCurrentPassword(ctx, current_password)
    await change(ctx, async (tx) => {
      await lockUnchanged(tx, ctx, hash)
      await noteConfirmation(tx, ctx, 'password')
    })
  },

  async confirmationOptions(ctx) {
    const { id } = ctx.session.user
    const attempt = await ctx.challenges.issue({ purpose: 'confirmation', user_id: id }, ctx.now())
    const options = await requestOptions(ctx, id, attempt.id)
    if (options.allowCredentials?.length === 0)
      throw conflict('You have no passkey. Confirm with your password.')
    return { attempt: attempt.token, options }
  },

  async confirmWithPasskey(ctx, input) {
    const { id } = ctx.session.user
    await consume(ctx, [passwordChangeLimit(id)])
    const attempt = await readOwnChallenge(ctx, input.attempt, 'confirmation')
    const found = await findPasskey(ctx.db, input.passkey)
    const owned = found?.id === id ? found : undefined
    const count = attempt && owned ? await verifyPasskey(ctx, input.passkey, owned, attempt.id) : null
    if (attempt && owned && count !== null) {
      const isConfirmed = await ctx.db.transaction().execute(async (tx) => {
        const isUsed = (await notePasskeyUse(tx, owned, count)) && (await spendChallenge(tx, attempt))
        if (isUsed) await noteConfirmation(tx, ctx, 'passkey')
        return isUsed
      })
      if (isConfirmed) return
    }
    await audit(ctx.db, ctx, 'password.refused', `user:${id}`, { by: 'passkey' })
    throw new AppError('CONFIRMATION_REQUIRED', 'This passkey could not confirm that it is you.')
  },

  async passkeyOptions(ctx) {
    const { user } = ctx.session
    const attempt = await ctx.challenges.issue({ purpose: 'new-passkey', user_id: user.id }, ctx.now())
    return { attempt: attempt.token, options: await creationOptions(ctx, user, attempt.id) }
  },

  async addPasskey(ctx, input) {
    const { id } = ctx.session.user
    const attempt = await readOwnChallenge(ctx, input.attempt, 'new-passkey')
    if (!attempt) throw setupGone()
    const credential = await verifyNewPasskey(ctx, input.passkey, attempt.id)
    if (!credential) throw invalid('passkey', 'This passkey could not be checked. Please try again.')
    return addFactor(ctx, 'passkey', attempt, async (tx) => {
      const { passkeys } = await listFactors(tx, id)
      if (!(await storePasskey(tx, id, freeName(input.name, passkeys), credential)))
        throw conflict('This passkey was added already.')
    })
  },

  renamePasskey: (ctx, { id, name }) =>
    change(ctx, async (tx) => {
      const { user } = ctx.session
      await lockOwn(tx, ctx)
      const { passkeys } = await listFactors(tx, user.id)
      const others = passkeys.filter((passkey) => passkey.id !== id)
      await tx
        .updateTable('passkeys')
        .set({ name: freeName(name, others) })
        .where('id', '=', id)
        .where('user_id', '=', user.id)
        .returning('id')
        .executeTakeFirstOrThrow(() => notFound('Passkey'))
      await audit(tx, ctx, 'factor.rename', `user:${user.id}`, { factor: 'passkey' })
    }),

  removePasskey: (ctx, { id }) =>
    removeFactor(ctx, 'passkey', async (tx) => {
      await tx
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('user_id', '=', ctx.session.user.id)
        .returning('id')
        .executeTakeFirstOrThrow(() => notFound('Passkey'))
    }),

  /** The signed attempt has the secret, which the caller knows anyway, so nothing is stored until the first code. */
  async startTotp(ctx) {
    const { id, username } = ctx.session.user
    const { secret, url } = newTotp((await ctx.readSite()).name, username)
    const attempt = await ctx.challenges.issue({ purpose: 'new-totp', user_id: id, state: secret }, ctx.now())
    return { attempt: attempt.token, secret, url }
  },

  async addTotp(ctx, input) {
    const { id } = ctx.session.user
    const attempt = await readOwnChallenge(ctx, input.attempt, 'new-totp')
    if (!attempt) throw setupGone()
    const step = stepOf(attempt.state, input.code, ctx.now())
    if (step === null) {
      throw invalid(
        'code',
        'This code is wrong. Check that the clock of your phone is right, and try the next code.',
      )
    }
    return addFactor(ctx, 'totp', attempt, async (tx) => {
      if (!(await storeTotp(tx, ctx, id, attempt.state, step)))
        throw conflict('You have an authenticator app already. Remove it first.')
    })
  },

  removeTotp: (ctx) =>
    removeFactor(ctx, 'totp', async (tx) => {
      await tx
        .deleteFrom('totp_secrets')
        .where('user_id', '=', ctx.session.user.id)
        .returning('user_id')
        .executeTakeFirstOrThrow(() => notFound('Authenticator app'))
    }),

  /** Makes new recovery codes. The ones before stop working. */
  async renewRecoveryCodes(ctx) {
    const { user } = ctx.session
    const renewed = await change(ctx, async (tx) => {
      const { has_factor } = await lockFactors(tx, ctx)
      if (!has_factor)
        throw conflict('Recovery codes come with a passkey or an authenticator app. Add one first.')
      const recovery_codes = await renewRecoveryCodes(tx, user.id)
      await audit(tx, ctx, 'factor.codes', `user:${user.id}`)
      return { recovery_codes }
    })
    notifyOf(ctx, user, secondFactorLetter('codes.renewed'))
    return renewed
  },

  roles: async ({ db }) => ({ roles: await readRoles(db) }),

  setRoles: (ctx, { roles }) =>
    change(ctx, async (tx) => {
      await tx
        .deleteFrom('second_factor_roles')
        .$if(roles.length > 0, (rows) => rows.where('role', 'not in', roles))
        .execute()
      if (roles.length > 0)
        await tx
          .insertInto('second_factor_roles')
          .values(roles.map((role) => ({ role })))
          .onConflict((on) => on.doNothing())
          .execute()
      await audit(tx, ctx, 'factor.require', 'settings', { roles })
      return { roles: await readRoles(tx) }
    }),
}

/** A challenge of the caller for this purpose, else null. */
async function readOwnChallenge(
  ctx: SignedInContext,
  token: string,
  purpose: 'confirmation' | 'new-passkey' | 'new-totp',
) {
  const challenge = await ctx.challenges.read(token, purpose)
  return challenge?.user_id === ctx.session.user.id ? challenge : null
}

async function noteConfirmation(tx: Tx, ctx: SignedInContext, by: 'password' | 'passkey') {
  await tx
    .updateTable('sessions')
    .set({ confirmed_at: sql`now()` })
    .where('id', '=', ctx.session.id)
    .execute()
  await audit(tx, ctx, 'factor.confirm', `user:${ctx.session.user.id}`, { by })
}

type Factor = 'passkey' | 'totp'

/** Adds a factor, with recovery codes if it is the first one, and tells the owner by mail. */
async function addFactor(
  ctx: SignedInContext,
  factor: Factor,
  attempt: Challenge,
  add: (tx: Tx) => Promise<void>,
): Promise<{ recovery_codes: string[] | null }> {
  const { user } = ctx.session
  const added = await change(ctx, async (tx) => {
    const before = await lockFactors(tx, ctx)
    if (!(await spendChallenge(tx, attempt))) throw setupGone()
    await add(tx)
    await audit(tx, ctx, 'factor.add', `user:${user.id}`, { factor })
    const recovery_codes = before.has_factor ? null : await renewRecoveryCodes(tx, user.id)
    return { recovery_codes }
  })
  notifyOf(ctx, user, secondFactorLetter(`${factor}.added`))
  return added
}

/** Removes a factor; with the last one, the recovery codes. @throws CONFLICT when the role needs the last one */
async function removeFactor(
  ctx: SignedInContext,
  factor: Factor,
  remove: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { user } = ctx.session
  await change(ctx, async (tx) => {
    await lockOwn(tx, ctx)
    await remove(tx)
    const after = await readState(tx, user.id)
    if (!after.has_factor) {
      if (after.is_required) throw conflict('Your role needs a second factor. Add another one first.')
      await tx.deleteFrom('recovery_codes').where('user_id', '=', user.id).execute()
    }
    await audit(tx, ctx, 'factor.remove', `user:${user.id}`, { factor })
  })
  notifyOf(ctx, user, secondFactorLetter(`${factor}.removed`))
}

/** Locks the account, so that its factors change one after the other. */
async function lockFactors(tx: Tx, ctx: SignedInContext) {
  await lockOwn(tx, ctx)
  return readState(tx, ctx.session.user.id)
}

const readState = (db: DbOrTx, userId: number) =>
  db
    .selectFrom('users')
    .where('id', '=', userId)
    .select([hasSecondFactor.as('has_factor'), needsSecondFactor.as('is_required')])
    .executeTakeFirstOrThrow()

/** The attempt to add a factor has expired, was used, or is not the caller’s. */
const setupGone = () => conflict('This took too long. Please begin again.')

async function readRoles(db: DbOrTx) {
  const rows = await db.selectFrom('second_factor_roles').select('role').execute()
  return ROLES.filter((role) => rows.some((row) => row.role === role))
}
