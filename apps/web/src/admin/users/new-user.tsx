import { type InviteLink, ROLES, type User, users } from '@nightdesk/contracts'
import { Link, useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { CallForm } from '../../ui/form.tsx'
import { PASSWORD_HINT, PasswordField } from '../auth/credentials.tsx'
import { notify } from '../notify.ts'
import { ButtonLink } from '../screen/button-link.tsx'
import { Page, useRestoredFocus } from '../screen/page.tsx'
import { OneTimeLinkNotice } from './one-time-link.tsx'
import { ROLE_RIGHTS } from './users.tsx'

export function NewUser() {
  return (
    <Page title="New User">
      <NewUserForm />
    </Page>
  )
}

/** The least powerful role first, as the default. */
const roles = ROLES.toReversed().map((role) => ({
  value: role,
  label: `${role.charAt(0).toUpperCase()}${role.slice(1)}: ${ROLE_RIGHTS[role]}`,
}))

/** An empty password is sent as none, which makes an invitation. */
const schema = {
  safeParse: (input: { password?: unknown }) =>
    users.create.input.safeParse({ ...input, password: input.password || undefined }),
}

function NewUserForm() {
  const navigate = useNavigate()
  const utils = api.useUtils()
  const create = api.users.create.useMutation({
    meta: { failure: 'Failed to create user' },
    onSuccess: ({ username }) => {
      utils.users.list.invalidate()
      notify({ title: 'User created successfully', description: username })
    },
  })
  const leave = ({ invite }: { invite: InviteLink | null }) => invite || navigate(paths.admin.users)
  useRestoredFocus(create.data?.invite ? 'link' : 'form')
  if (create.data?.invite) return <Invited user={create.data} link={create.data.invite} />
  return (
    <CallForm
      schema={schema}
      call={create}
      onSubmit={(values) => create.mutate(values, { onSuccess: leave })}
      submit="Create User"
      button={{ size: 'lg' }}
      after={
        <ButtonLink to={paths.admin.users} variant="ghost" size="lg">
          Cancel
        </ButtonLink>
      }
    >
      <Field name="full_name" label="Full name" autoComplete="off" />
      <Field name="username" label="Email" type="email" autoComplete="off" />
      <Select name="role" label="Role" options={roles} className="h-10 w-full" />
      <PasswordField
        isNew
        name="password"
        label="Password"
        hint={`Leave it empty to get a one-time invite link: they choose their own. ${PASSWORD_HINT}`}
      />
    </CallForm>
  )
}

/** Shown in place of the form; the link is not shown again. */
function Invited({ user, link }: { user: User; link: InviteLink }) {
  return (
    <Card title={`${user.full_name} is invited`}>
      <div className="flex max-w-xl flex-col gap-4">
        <OneTimeLinkNotice kind="invite" username={user.username} link={link} />
        <Link to={paths.admin.users} className="self-start underline">
          Back to users
        </Link>
      </div>
    </Card>
  )
}
