import type { Role, User, UserStatus } from '@nightdesk/contracts'
import { api } from '../../api.ts'
import { formatDateTime } from '../../format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'
import { readUsername } from '../auth/session.ts'
import { notify } from '../notify.ts'
import { RoleSelect } from './role-select.tsx'
import { UserActions } from './user-actions.tsx'

const tones: Record<UserStatus, Tone> = {
  active: 'success',
  disabled: 'neutral',
  suspended: 'warning',
  deleted: 'danger',
}

export function UserTable({ users }: { users: User[] }) {
  return (
    <Table
      label="Users"
      head={
        <>
          <HeadCell>User</HeadCell>
          <HeadCell>Status</HeadCell>
          <HeadCell>Last Login</HeadCell>
          <HeadCell>Role</HeadCell>
          <HeadCell>Actions</HeadCell>
        </>
      }
    >
      {users.map((user) => (
        <Row key={user.id} user={user} isSelf={user.username === readUsername()} />
      ))}
    </Table>
  )
}

function Row({ user, isSelf }: { user: User; isSelf: boolean }) {
  const { toggle, setRole, isPending } = useUserChanges(user)
  const name = user.full_name || user.username
  return (
    <tr>
      <Cell className="min-w-48 wrap-anywhere">
        <span className="block font-medium">{name}</span>
        <span className="block text-xs text-muted">{user.username}</span>
      </Cell>
      <Cell label="Status">
        <span className="flex flex-wrap gap-2">
          <Badge tone={tones[user.status]}>{user.status}</Badge>
          {user.is_invited && <Badge tone="info">invited</Badge>}
          {user.has_second_factor && <Badge tone="neutral">second factor</Badge>}
        </span>
      </Cell>
      <Cell label="Last Login" className="whitespace-nowrap text-ink-2">
        {user.last_logged_in ? formatDateTime(user.last_logged_in) : 'Never'}
      </Cell>
      <Cell label="Role">
        {isSelf ? (
          <span className="capitalize">{user.role}</span>
        ) : (
          <RoleSelect name={name} role={user.role} isPending={isPending} onChange={setRole} />
        )}
      </Cell>
      <Cell>
        <UserActions user={user} isSelf={isSelf} isPending={isPending} onToggle={toggle} />
      </Cell>
    </tr>
  )
}

/** The changes to an account that the users table offers. */
function useUserChanges({ id, role, status }: User) {
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
