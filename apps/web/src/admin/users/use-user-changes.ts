import type { Role, User, UserStatus } from '@nightdesk/contracts'
import { api } from '../../api.ts'
import { notify } from '../notify.ts'

/** The changes to an account that the users table offers. */
export function useUserChanges({ id, role, status }: User) {
  const utils = api.useUtils()
  const reload = () => utils.users.list.invalidate()

  const setStatus = api.users.setStatus.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to update user status. Please try again.' } },
    onSuccess: (user) => {
      reload()
      notify({
        kind: 'success',
        title: 'Success',
        description: `User ${user.status.toLowerCase()} successfully`,
        topic: `user ${id}`,
        undo: () => setStatus.mutate({ id, status: toggled(user.status) }),
      })
    },
  })
  const update = api.users.update.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to update user. Please try again.' } },
    onSuccess: () => {
      reload()
      notify({
        kind: 'success',
        title: 'Success',
        description: 'User updated successfully',
        topic: `user ${id}`,
        undo: () => update.mutate({ id, role }),
      })
    },
  })

  return {
    toggle: () => setStatus.mutate({ id, status: toggled(status) }),
    setRole: (next: Role) => update.mutate({ id, role: next }),
    isPending: setStatus.isPending || update.isPending,
  }
}

/** Active becomes disabled, everything else becomes active. */
const toggled = (status: UserStatus): UserStatus => (status === 'active' ? 'disabled' : 'active')
