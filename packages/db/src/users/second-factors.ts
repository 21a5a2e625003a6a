import type { Factors } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '../client.ts'
import { revokeSessions } from './sessions.ts'

/** Whether the account of the row in `users` has a passkey or an authenticator app. */
export const hasSecondFactor = sql<boolean>`(
  exists (select from passkeys where passkeys.user_id = users.id)
  or exists (select from totp_secrets where totp_secrets.user_id = users.id)
)`

/** Whether the role of the row in `users` must have a second factor. */
export const needsSecondFactor = sql<boolean>`exists (
  select from second_factor_roles where second_factor_roles.role = users.role
)`

/** What signs in to an account besides its password. */
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
  return { passkeys, totp: totp ?? null }
}

/**
 * Removes all second factors of an account that has lost them, and ends its sessions: the next sign-in needs the password
 * only.
 */
export async function resetSecondFactors(tx: Tx, userId: number): Promise<void> {
  for (const table of ['passkeys', 'totp_secrets', 'recovery_codes'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  await revokeSessions(tx, userId)
}
