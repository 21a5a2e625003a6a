import { sql } from 'kysely'
import type { Tx } from '../client.ts'
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

/**
 * Removes all second factors of an account that has lost them, and ends its sessions: the next sign-in needs the password
 * only.
 */
export async function resetSecondFactors(tx: Tx, userId: number): Promise<void> {
  for (const table of ['passkeys', 'totp_secrets', 'recovery_codes'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  await revokeSessions(tx, userId)
}
