import { conflict, invalid, type Role } from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'
import type { Context } from '../context.ts'

interface NewUser {
  username: string
  full_name: string
  role: Role
  password_hash: string
}

/** What every account must hold to, beyond the contract: the site’s own length, and not the name itself. */
export function requireGoodPassword(
  { password_min_length }: Pick<Context, 'password_min_length'>,
  username: string,
  password: string,
  field = 'password',
): void {
  if ([...password].length < password_min_length) {
    throw invalid(field, `Password must be at least ${password_min_length} characters long`)
  }
  if (password.toLowerCase() === username.toLowerCase()) {
    throw invalid(field, 'Password must not be the same as the email')
  }
}

/** @throws CONFLICT when the e-mail is taken */
export async function createUser(tx: Tx, user: NewUser) {
  const row = await tx
    .insertInto('users')
    .values(user)
    .onConflict((on) => on.doNothing())
    .returning(['id', 'username', 'full_name', 'role', 'status', 'last_logged_in'])
    .executeTakeFirst()
  if (!row) throw emailTaken()
  return row
}

export const emailTaken = () => conflict('There is already an account with this email')
