import { conflict, type User } from '@nightdesk/contracts'

type Standing = Pick<User, 'role' | 'status'>

const isActiveAdmin = ({ role, status }: Standing) => role === 'admin' && status === 'active'

/**
 * Refuses changes of an account that would lock people out. `actorId` is null for the operator, who has no account.
 * @throws CONFLICT for the actor’s own status, and for the last active admin
 */
export function checkChange(
  actorId: number | null,
  before: Standing & { id: number },
  after: Standing,
  otherActiveAdmins: number,
): void {
  if (before.id === actorId && after.status !== before.status) {
    throw ownStatus()
  }
  if (isActiveAdmin(before) && !isActiveAdmin(after) && otherActiveAdmins === 0) {
    throw conflict('This is the last active admin. Make somebody else an admin first.')
  }
}

export const ownStatus = () => conflict('You cannot change the status of your own account')
