import { conflict, type Role, type UserStatus } from '@nightdesk/contracts'

interface Account {
  id: number
  role: Role
  status: UserStatus
}

const isActiveAdmin = ({ role, status }: Pick<Account, 'role' | 'status'>) =>
  role === 'admin' && status === 'active'

/**
 * Refuses changes that would lock somebody out.
 * @throws CONFLICT for the own status, and for the last active admin
 */
export function checkChange(
  actorId: number,
  before: Account,
  after: Pick<Account, 'role' | 'status'>,
  otherActiveAdmins: number,
): void {
  if (before.id === actorId && after.status !== before.status) {
    throw conflict('You cannot change the status of your own account')
  }
  if (isActiveAdmin(before) && !isActiveAdmin(after) && otherActiveAdmins === 0) {
    throw conflict('This is the last active admin. Make somebody else an admin first.')
  }
}
