import { AppError, invalid } from '@nightdesk/contracts'
import { lockUser, type Tx } from '@nightdesk/db'
import { audit } from '../audit/audit.ts'
import type { SignedInContext } from '../context.ts'
import { checked, consume, passwordChangeLimit } from '../http/limits.ts'

/**
 * Makes sure that the caller knows the password, and does not only hold a session. Counts like an attempt to change it.
 * @returns the hash that was checked, for {@link lockUnchanged}
 * @throws VALIDATION_FAILED at `current_password`
 */
export async function requireCurrentPassword(
  ctx: SignedInContext,
  current: string | undefined,
): Promise<string | null> {
  const { id } = ctx.session.user
  if (!current) throw invalid('current_password', 'The current password is needed for this')
  const limits = [passwordChangeLimit(id)]
  await consume(ctx, limits)
  const { password_hash } = await ctx.db
    .selectFrom('users')
    .where('id', '=', id)
    .select('password_hash')
    .executeTakeFirstOrThrow()
  if (!(await checked(ctx, limits, ctx.passwords.verify(password_hash, current)))) {
    await audit(ctx.db, ctx, 'password.refused', `user:${id}`)
    throw invalid('current_password', 'The current password is not correct')
  }
  return password_hash
}

/**
 * Locks the caller’s account in the state in which its password was checked.
 * @throws UNAUTHORIZED when it was reset or disabled meanwhile, which ended this session
 */
export async function lockUnchanged(
  tx: Tx,
  { session }: SignedInContext,
  password_hash: string | null,
): Promise<void> {
  const isSame = await lockSame(tx, { id: session.user.id, password_hash })
  if (!isSame) throw sessionEnded()
}

/** Locks an active account. @returns false when it was disabled, or has another password */
export async function lockSame(
  tx: Tx,
  { id, password_hash }: { id: number; password_hash: string | null },
): Promise<boolean> {
  const same = await tx
    .selectFrom('users')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('password_hash', '=', password_hash)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  return same !== undefined
}

/**
 * Locks the caller’s account, of which what opens it is about to change.
 * @throws UNAUTHORIZED when this session ended meanwhile, as by a reset of the password
 */
export async function lockOwn(tx: Tx, { session }: SignedInContext): Promise<void> {
  await lockUser(tx, session.user.id)
  // A statement of its own, which sees what was changed while the lock was waited for.
  const ended = await tx
    .selectFrom('sessions')
    .where('id', '=', session.id)
    .where('revoked_at', 'is not', null)
    .select('id')
    .executeTakeFirst()
  if (ended) throw sessionEnded()
}

const sessionEnded = () => new AppError('UNAUTHORIZED', 'Sign in to continue')
