import { conflict, invalid, type User } from '@nightdesk/contracts'

type Standing = Pick<User, 'role' | 'status'>

/**
 * What every password must hold to beyond the contract: the site’s own length in code points, and not the e-mail itself.
 * @throws VALIDATION_FAILED, naming `field`
 */
export function requireGoodPassword(
  { password_min_length }: { password_min_length: number },
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

const isActiveAdmin = ({ role, status }: Standing) => role === 'admin' && status === 'active'

/**
 * Refuses changes of an account that would lock somebody out. `actorId` is null for the operator, who has no account.
 * @throws CONFLICT for the own status, and for the last active admin
 */
export function checkChange(
  actorId: number | null,
  before: Standing & { id: number },
  after: Standing,
  otherActiveAdmins: number,
): void {
  if (before.id === actorId && after.status !== before.status) {
    throw conflict('You cannot change the status of your own account')
  }
  if (isActiveAdmin(before) && !isActiveAdmin(after) && otherActiveAdmins === 0) {
    throw conflict('This is the last active admin. Make somebody else an admin first.')
  }
}
