import { ROLES, type Role, type User, type UserStatus } from '@nightdesk/contracts'
import { useState } from 'react'
import { api } from '../../api.ts'
import { formatDateTime } from '../../format.ts'
import { paths } from '../../paths.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton, Dialog, Question } from '../../ui/dialog.tsx'
import { Select } from '../../ui/field.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'
import { FactorList, isOpenedElse } from '../auth/factor-list.tsx'
import { readUserId } from '../auth/session.ts'
import { notify } from '../notify.ts'
import { ButtonLink } from '../screen/button-link.tsx'
import { useRole } from '../screen/current-user.ts'
import { Loaded } from '../screen/loaded.tsx'
import { Page } from '../screen/page.tsx'
import { OneTimeLinkNotice } from './one-time-link.tsx'

export function Users() {
  const newUser = useRole() === 'admin' && (
    <ButtonLink to={paths.admin.newUser} variant="primary">
      New User
    </ButtonLink>
  )
  return (
    <Page title="Users" actions={newUser} onlyFor="admins">
      <UserList />
    </Page>
  )
}

const FAILED = 'Failed to load users. Please try again later.'

function UserList() {
  const users = api.users.list.useQuery({}, { meta: { failure: { title: 'Error', description: FAILED } } })
  return (
    <Loaded
      query={users}
      loading={<Loading label="Loading users..." lines={5} />}
      failed={({ data }) => (
        <ErrorState message={FAILED} reference={data?.request_id} onRetry={() => users.refetch()} />
      )}
    >
      {(all) => (all.length === 0 ? <EmptyState title="No users found" /> : <UserTable users={all} />)}
    </Loaded>
  )
}

const tones: Record<UserStatus, Tone> = {
  active: 'success',
  disabled: 'neutral',
  suspended: 'warning',
  deleted: 'danger',
}

function UserTable({ users }: { users: User[] }) {
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
        <Row key={user.id} user={user} isSelf={user.id === readUserId()} />
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
  const onChanged = (description: string, undo: () => void) => {
    utils.users.list.invalidate()
    notify({ title: 'Success', description, topic: `user ${id}`, undo })
  }

  const setStatus = api.users.setStatus.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to update user status. Please try again.' } },
    onSuccess: (user) =>
      onChanged(`User ${user.status.toLowerCase()} successfully`, () => setStatus.mutate({ id, status })),
  })

  const update = api.users.update.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to update user. Please try again.' } },
    onSuccess: () => onChanged('User updated successfully', () => update.mutate({ id, role })),
  })

  return {
    toggle: () => setStatus.mutate({ id, status: toggled(status) }),
    setRole: (next: Role) => update.mutate({ id, role: next }),
    isPending: setStatus.isPending || update.isPending,
  }
}

/** Active becomes disabled, everything else becomes active. */
const toggled = (status: UserStatus): UserStatus => (status === 'active' ? 'disabled' : 'active')

interface UserActionsProps {
  user: User
  isSelf: boolean
  /** Whether a change of the user is pending. */
  isPending: boolean
  onToggle(): void
}

/** Actions for an account; none for the user's own. */
function UserActions({ user, isSelf, isPending, onToggle }: UserActionsProps) {
  const invite = api.users.inviteLink.useMutation({ meta: { failure: 'Failed to make an invite link' } })
  const reset = api.users.resetLink.useMutation({ meta: { failure: 'Failed to make a reset link' } })
  const { id, is_invited } = user
  const kind = is_invited ? 'invite' : 'reset'
  const maker = is_invited ? invite : reset
  const link = maker.data
  // The only copy of the link goes.
  const forget = () => maker.reset()
  const isActive = user.status === 'active'
  const left =
    reset.data && (user.has_second_factor ? reset.data : { ...reset.data, passkeys: [], totp: null })
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        disabled={isSelf}
        isBusy={isPending}
        title={isSelf ? 'You cannot disable your own account' : undefined}
        onClick={onToggle}
      >
        {isActive ? 'Disable' : 'Enable'}
      </Button>
      {isActive && !isSelf && (
        <Button size="sm" isBusy={maker.isPending} onClick={() => maker.mutate({ id })}>
          {kind === 'invite' ? 'New Invite Link' : 'Reset Link'}
        </Button>
      )}
      {user.has_second_factor && !isSelf && <ResetSecondFactor user={user} />}
      <Dialog
        open={link !== undefined}
        title={kind === 'invite' ? 'A new invitation' : 'A way to a new password'}
        description={`For ${user.full_name}. Links made before do not work any more.`}
        onClose={forget}
      >
        {link && <OneTimeLinkNotice kind={kind} username={user.username} link={link} />}
        {left && isOpenedElse(left) && (
          <div className="flex w-full flex-col items-start gap-3 border-t border-line pt-3">
            <p>
              A new password leaves these as they are. Whoever had the old one may have added some of them.
            </p>
            <FactorList factors={left} />
            {user.has_second_factor && <ResetSecondFactor user={user} />}
          </div>
        )}
        <Button onClick={forget}>Done</Button>
      </Dialog>
    </div>
  )
}

/** Removes the second factor of somebody who lost it. */
function ResetSecondFactor({ user: { id, full_name } }: { user: User }) {
  const utils = api.useUtils()
  const reset = api.users.resetSecondFactor.useMutation({
    meta: { failure: 'Failed to reset the second factor' },
    onSuccess: (user) => {
      utils.users.list.invalidate()
      notify({
        title: 'Success',
        description: `${user.full_name} signs in with the password only`,
      })
    },
  })
  return (
    <ConfirmButton
      size="sm"
      isBusy={reset.isPending}
      question={{
        title: `Reset the second factor of ${full_name}?`,
        description:
          'Their passkeys, authenticator app and recovery codes are removed, and they are signed out everywhere. Make sure that it is really them who asks: whoever has the password can sign in then.',
        yes: 'Reset',
      }}
      onConfirm={() => reset.mutate({ id })}
    >
      Reset Second Factor
    </ConfirmButton>
  )
}

interface RoleSelectProps {
  /** Name of the user. */
  name: string
  role: Role
  isPending: boolean
  onChange(role: Role): void
}

const options = ROLES.map((role) => ({ value: role, label: role }))

/** The role of another user. A change must be confirmed, because it takes effect with the user's next request. */
function RoleSelect({ name, role, isPending, onChange }: RoleSelectProps) {
  const [chosen, setChosen] = useState<Role | null>(null)
  const close = () => setChosen(null)
  const choose = (text: string) => setChosen(ROLES.find((known) => known === text) ?? null)

  function confirm() {
    if (chosen) onChange(chosen)
    close()
  }

  return (
    <>
      <Select
        label={`Role of ${name}`}
        hideLabel
        options={options}
        value={role}
        aria-busy={isPending || undefined}
        onChange={({ target }) => !isPending && choose(target.value)}
        className="h-8 w-28 capitalize"
      />
      <Question
        open={chosen !== null}
        title={`Make ${name} an ${chosen ?? role}?`}
        description={`Rights of an ${role}: ${ROLE_RIGHTS[role]}. Rights of an ${chosen ?? role}: ${ROLE_RIGHTS[chosen ?? role]}.`}
        onClose={close}
        yes="Change Role"
        variant="primary"
        onYes={confirm}
      />
    </>
  )
}

/** A short description of each role's rights. */
export const ROLE_RIGHTS: Record<Role, string> = {
  author: 'own articles',
  editor: 'all articles and analytics',
  admin: 'everything',
}
