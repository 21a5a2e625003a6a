import { type ROLES, users } from '@nightdesk/contracts'
import { Link, useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { OnlyForAdmins } from '../layout/only-for-admins.tsx'
import { Page } from '../layout/page.tsx'
import { useNotify } from '../notify.ts'

export function NewUser() {
  return (
    <Page title="New User">
      <OnlyForAdmins>
        <NewUserForm />
      </OnlyForAdmins>
    </Page>
  )
}

const roles = [
  { value: 'author', label: 'Author: own articles' },
  { value: 'editor', label: 'Editor: all articles and analytics' },
  { value: 'admin', label: 'Admin: everything' },
] satisfies { value: (typeof ROLES)[number]; label: string }[]

function NewUserForm() {
  const notify = useNotify()
  const navigate = useNavigate()
  const utils = api.useUtils()
  const create = api.users.create.useMutation({
    meta: { failure: { title: 'Failed to create user' } },
    onSuccess: ({ username }) => {
      utils.users.list.invalidate()
      notify({ kind: 'success', title: 'User created successfully', description: username })
      navigate(paths.admin.users)
    },
  })
  return (
    <Form
      schema={users.create.input}
      refused={create.error?.data?.fields}
      onSubmit={(user) => create.mutate(user)}
      className="flex max-w-md flex-col gap-4"
    >
      <Field name="full_name" label="Full name" autoComplete="off" />
      <Field name="username" label="Email" type="email" autoComplete="off" />
      <Select name="role" label="Role" options={roles} className="h-10 w-full" />
      <Field
        name="password"
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="They can change it in their profile."
      />
      <div className="flex gap-2">
        <Button type="submit" size="lg" disabled={create.isPending}>
          Create User
        </Button>
        <Link to={paths.admin.users} className={buttonClass({ variant: 'ghost', size: 'lg' })}>
          Cancel
        </Link>
      </div>
    </Form>
  )
}
