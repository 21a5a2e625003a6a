import { users as contract, ROLES, type Role, type User, type UserStatus } from '@nightdesk/contracts'
import { useState } from 'react'
import { api } from '../../api.ts'
import { formatDateTime } from '../../format.ts'
import { paths } from '../../paths.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton, Dialog, FormDialog, Question } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { changesOf } from '../../ui/form.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { actions, type Column } from '../../ui/table.tsx'
import { FactorList, isOpenedElse } from '../auth/factor-list.tsx'
import { readUserId } from '../auth/session.ts'
import { notify } from '../notify.ts'
import { ButtonLink } from '../screen/button-link.tsx'
import { useIsAmong } from '../screen/current-user.ts'
import { ListTable } from '../screen/loaded.tsx'
import { Page, useRestoredFocus } from '../screen/page.tsx'
import { OneTimeLinkNotice } from './one-time-link.tsx'

export function Users() {
  const newUser = useIsAmong('admins') && (
    <ButtonLink to={paths.admin.newUser} variant="primary">
      New User
    </ButtonLink>
  )
  return (
    <Page title="Users" actions={newUser}>
      <UserList />
    </Page>
  )
}

const FAILED = 'Failed to load users. Please try again later.'

function UserList() {
  const users = api.users.list.useQuery({}, { meta: { failure: { title: 'Error', description: FAILED } } })
  return (
    <ListTable
      label="Users"
      query={users}
      loading="Loading users..."
      failed={({ data }) => (
        <ErrorState message={FAILED} reference={data?.request_id} onRetry={() => users.refetch()} />
      )}
      rowsOf={(all) => all}
      keyOf={({ id }) => id}
      columns={COLUMNS}
      empty={{ title: 'No users found' }}
    />
  )
}

const tones: Record<UserStatus, Tone> = {
  active: 'success',
  disabled: 'neutral',
  suspended: 'warning',
  deleted: 'danger',
}

const COLUMNS: readonly Column<User>[] = [
  {
    name: 'User',
    className: 'min-w-48 wrap-anywhere',
    cell: (user) => <span className="font-medium">{nameOf(user)}</span>,
    note: ({ username }) => username,
  },
  {
    name: 'Status',
    cell: ({ status, is_invited, has_second_factor }) => (
      <span className="flex flex-wrap gap-2">
        <Badge tone={tones[status]}>{status}</Badge>
        {is_invited && <Badge tone="info">invited</Badge>}
        {has_second_factor && <Badge tone="neutral">second factor</Badge>}
      </span>
    ),
  },
  {
    name: 'Last Login',
    className: 'whitespace-nowrap text-ink-2',
    cell: ({ last_logged_in }) => (last_logged_in ? formatDateTime(last_logged_in) : 'Never'),
  },
  {
    name: 'Role',
    cell: (user) =>
      isSelf(user) ? <span className="capitalize">{user.role}</span> : <RoleSelect user={user} />,
  },
  actions((user) => <UserActions user={user} />),
]

const nameOf = ({ full_name, username }: User) => full_name || username

const isSelf = ({ id }: User) => id === readUserId()

function useOnChanged(id: number) {
  const utils = api.useUtils()
  return (description: string, undo: () => void) => {
    utils.users.list.invalidate()
    notify({ title: 'Success', description, topic: `user ${id}`, undo })
  }
}

/** Actions for an account; none for the user's own. */
function UserActions({ user }: { user: User }) {
  const { id, status, is_invited } = user
  const isOwn = isSelf(user)
  const isActive = status === 'active'
  useRestoredFocus(String(user.has_second_factor))
  const onChanged = useOnChanged(id)
  const setStatus = api.users.setStatus.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to update user status. Please try again.' } },
    onSuccess: (changed) =>
      onChanged(`User ${changed.status.toLowerCase()} successfully`, () => setStatus.mutate({ id, status })),
  })
  const invite = api.users.inviteLink.useMutation({ meta: { failure: 'Failed to make an invite link' } })
  const reset = api.users.resetLink.useMutation({ meta: { failure: 'Failed to make a reset link' } })
  const kind = is_invited ? 'invite' : 'reset'
  const maker = is_invited ? invite : reset
  const link = maker.data
  // The only copy of the link goes.
  const forget = () => maker.reset()
  const left =
    reset.data && (user.has_second_factor ? reset.data : { ...reset.data, passkeys: [], totp: null })
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        disabled={isOwn}
        isBusy={setStatus.isPending}
        title={isOwn ? 'You cannot disable your own account' : undefined}
        onClick={() => setStatus.mutate({ id, status: isActive ? 'disabled' : 'active' })}
      >
        {isActive ? 'Disable' : 'Enable'}
      </Button>
      {isActive && !isOwn && (
        <Button size="sm" isBusy={maker.isPending} onClick={() => maker.mutate({ id })}>
          {kind === 'invite' ? 'New Invite Link' : 'Reset Link'}
        </Button>
      )}
      {!isOwn && <EditUser user={user} />}
      {user.has_second_factor && !isOwn && <ResetSecondFactor user={user} />}
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

const account = contract.update.input.pick({ full_name: true, username: true }).required()

/** A new name or e-mail, which the person cannot change alone. */
function EditUser({ user }: { user: User }) {
  const { id, full_name, username } = user
  /** As the dialog shows it. */
  const [shown, setShown] = useState<User | null>(null)
  const close = () => setShown(null)
  const onChanged = useOnChanged(id)
  const update = api.users.update.useMutation({
    meta: { failure: 'Failed to update user' },
    onSuccess: (_, sent) =>
      onChanged('User updated successfully', () =>
        update.mutate({ id, full_name: sent.full_name && full_name, username: sent.username && username }),
      ),
  })
  return (
    <>
      <Button size="sm" onClick={() => setShown(user)}>
        Edit
      </Button>
      {shown && (
        <FormDialog
          title={`Edit ${nameOf(shown)}`}
          description="They sign in with this email, and links go to it. Links that went to another one do not work any more."
          schema={account}
          call={update}
          onSubmit={(values) => update.mutate({ id, ...changesOf(values, shown) }, { onSuccess: close })}
          submit="Save"
          onClose={close}
        >
          <Field name="full_name" label="Full name" defaultValue={shown.full_name} autoComplete="off" />
          <Field
            name="username"
            label="Email"
            type="email"
            defaultValue={shown.username}
            autoComplete="off"
          />
        </FormDialog>
      )}
    </>
  )
}

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

const options = ROLES.map((role) => ({ value: role, label: role }))

/** The role of another user. A change must be confirmed, because it takes effect with the user's next request. */
function RoleSelect({ user }: { user: User }) {
  const { id, role } = user
  const name = nameOf(user)
  const [chosen, setChosen] = useState<Role | null>(null)
  const close = () => setChosen(null)
  const choose = (text: string) => setChosen(ROLES.find((known) => known === text) ?? null)
  const onChanged = useOnChanged(id)
  const update = api.users.update.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to update user. Please try again.' } },
    onSuccess: () => onChanged('User updated successfully', () => update.mutate({ id, role })),
  })

  function confirm() {
    if (chosen) update.mutate({ id, role: chosen })
    close()
  }

  return (
    <>
      <Select
        label={`Role of ${name}`}
        hideLabel
        options={options}
        value={role}
        aria-busy={update.isPending || undefined}
        onChange={({ target }) => !update.isPending && choose(target.value)}
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

export const ROLE_RIGHTS: Record<Role, string> = {
  author: 'own articles',
  editor: 'all articles and analytics',
  admin: 'everything',
}
