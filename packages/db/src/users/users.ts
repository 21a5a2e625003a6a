import { type ApiKey, AppError, conflict, type Factors, notFound, type User } from '@nightdesk/contracts'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, DbOrTx, Tx } from '../client.ts'
import { revokeTokens } from './one-time-tokens.ts'

/** Whether the account of the row in `users` has a passkey or an authenticator app. */
export const hasSecondFactor = sql<boolean>`(
  exists (select from passkeys where passkeys.user_id = users.id)
  or exists (select from totp_secrets where totp_secrets.user_id = users.id)
)`

const columns = [
  'id',
  'username',
  'full_name',
  'role',
  'status',
  'last_logged_in',
  sql<boolean>`users.password_hash is null`.as('is_invited'),
  hasSecondFactor.as('has_second_factor'),
] as const

const selectUsers = (db: DbOrTx) =>
  db.selectFrom('users').where('users.status', '<>', 'deleted').select(columns)

/** All accounts except deleted ones, sorted by name. Not in the database, which may sort by the codes of characters. */
export async function listUsers(db: Db): Promise<User[]> {
  const users = await selectUsers(db).orderBy('id').execute()
  return users.sort((one, other) => one.full_name.localeCompare(other.full_name, 'en'))
}

/** Matches an e-mail, ignoring case. In the database, since JavaScript lowers `Σ` and `İ` differently. */
export const hasUsername = (username: string): Expression<SqlBool> =>
  sql<SqlBool>`lower(users.username) = lower(${username})`

/** Reads an account and locks it until the transaction ends. @throws NOT_FOUND */
export const lockUser = (tx: Tx, id: number): Promise<User> =>
  selectUsers(tx)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('User'))

/** The account with this e-mail, ignoring case. @throws NOT_FOUND */
export const findUser = (db: DbOrTx, username: string): Promise<User> =>
  selectUsers(db)
    .where(hasUsername(username))
    .executeTakeFirstOrThrow(() => {
      const message = `No account has the e-mail ${username}. \`nightdesk user list\` names all of them.`
      return new AppError('NOT_FOUND', message)
    })

interface NewUser extends Pick<User, 'username' | 'full_name' | 'role'> {
  /** From `hashPassword`; null for an invited person, who will choose a password. */
  password_hash: string | null
}

/** @throws CONFLICT when the e-mail is taken */
export const createUser = (tx: Tx, user: NewUser): Promise<User> =>
  tx
    .insertInto('users')
    .values(user)
    .onConflict((on) => on.doNothing())
    .returning(columns)
    .executeTakeFirstOrThrow(() => emailTaken())

export type UserChanges = Partial<Pick<User, 'username' | 'full_name' | 'role' | 'status'>>

/**
 * Changes an account on behalf of another (`actorId`), or of the operator (null). An account that may no longer sign in
 * loses all sessions, keys and links; a new e-mail voids the links, too.
 * @throws FORBIDDEN for an actor who is no active admin, NOT_FOUND, or CONFLICT for a taken e-mail, the actor’s own status and
 * the last active admin
 */
export async function changeUser(
  tx: Tx,
  actorId: number | null,
  id: number,
  changes: UserChanges,
): Promise<User> {
  const admins = await lockActiveAdmins(tx)
  // While this waited for the lock, another admin may have changed the actor.
  if (actorId !== null && admins.every((admin) => admin.id !== actorId))
    throw new AppError('FORBIDDEN', 'Your role does not allow this')
  const before = await lockUser(tx, id)
  const after = { ...before, ...changes }
  if (id === actorId && after.status !== before.status) throw ownStatus()
  if (isActiveAdmin(before) && !isActiveAdmin(after) && admins.every((admin) => admin.id === id))
    throw conflict('This is the last active admin. Make somebody else an admin first.')
  if (changes.username) await requireFreeName(tx, id, changes.username)
  await tx
    .updateTable('users')
    .set({ ...changes, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  if (after.status !== 'active') {
    await revokeSessions(tx, id)
    await tx.deleteFrom('api_keys').where('user_id', '=', id).execute()
  }
  if (after.status !== 'active' || after.username !== before.username) await revokeTokens(tx, id)
  return after
}

/** How long a network counts as familiar after a sign-in from it. */
export const FAMILIAR_DAYS = 30
/** How long a device does. Longer than a session, so that a device that stays signed in is still known after it. */
export const FAMILIAR_DEVICE_DAYS = 365

/**
 * Sets a new password, voids all links and ends all sessions except one. Networks are no longer familiar: they were
 * signed in from with the old password.
 */
export async function setPassword(tx: Tx, id: number, password_hash: string, keep?: Buffer): Promise<void> {
  await tx.updateTable('users').set({ password_hash, updated_at: sql`now()` }).where('id', '=', id).execute()
  await tx.deleteFrom('familiar_networks').where('user_id', '=', id).execute()
  await revokeTokens(tx, id)
  await revokeSessions(tx, id, keep)
}

/** @throws CONFLICT when another account has this e-mail */
export async function requireFreeName(tx: Tx, id: number, username: string): Promise<void> {
  const others = selectUsers(tx).where(hasUsername(username)).where('id', '<>', id)
  if (await others.executeTakeFirst()) throw emailTaken()
}

function emailTaken() {
  const message = 'There is already an account with this email'
  return new AppError('CONFLICT', message, { fields: [{ path: 'username', message }] })
}

/** Locks their rows, so that two admins cannot disable each other at the same moment. */
const lockActiveAdmins = (tx: Tx) =>
  tx
    .selectFrom('users')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    // Somebody who was invited and has not chosen a password cannot sign in.
    .where('password_hash', 'is not', null)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()

const isActiveAdmin = ({ role, status }: User) => role === 'admin' && status === 'active'

export const ownStatus = () => conflict('You cannot change the status of your own account')

/** Ends all sessions of an account except one. */
export async function revokeSessions(tx: Tx, userId: number, keep?: Buffer): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(keep !== undefined, (query) => query.where('id', '<>', keep!)) // the condition of this clause
    .execute()
}

/** Whether the role of the row in `users` must have a second factor. */
export const needsSecondFactor = sql<boolean>`exists (
  select from second_factor_roles where second_factor_roles.role = users.role
)`

/** What opens an account besides its password. */
export async function listFactors(db: DbOrTx, userId: number): Promise<Factors> {
  const passkeys = await db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .orderBy('created_at')
    .execute()
  const totp = await db
    .selectFrom('totp_secrets')
    .where('user_id', '=', userId)
    .select('created_at')
    .executeTakeFirst()
  return { passkeys, totp: totp ?? null, keys: await listKeys(db, userId) }
}

/** The API keys of an account, the newest first. */
export const listKeys = (db: DbOrTx, userId: number): Promise<ApiKey[]> =>
  db
    .selectFrom('api_keys')
    .where('user_id', '=', userId)
    .select(['id', 'name', 'scope', 'created_at', 'expires_at', 'last_used_at', 'last_used_from'])
    .orderBy('id', 'desc')
    .execute()

/**
 * Removes all second factors of an account that has lost them, and ends its sessions: the next sign-in needs the password
 * only.
 */
export async function resetSecondFactors(tx: Tx, userId: number): Promise<void> {
  for (const table of ['passkeys', 'totp_secrets', 'recovery_codes'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  await revokeSessions(tx, userId)
}
