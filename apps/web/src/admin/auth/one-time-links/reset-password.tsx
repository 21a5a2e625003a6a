import { auth } from '@nightdesk/contracts'
import { Link, useNavigate } from 'react-router'
import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { useNotify } from '../../notify.ts'
import { clearSession } from '../session.ts'
import { withConfirmation } from '../with-confirmation.ts'
import { OneTimeLink } from './one-time-link.tsx'
import { PASSWORD_HINT } from './password-hint.ts'
import { PublicPage } from './public-page.tsx'

const schema = withConfirmation(auth.resetPassword.input.omit({ token: true }), 'password')

/** Sets a new password. It ends all sessions of the account, including one in this browser. */
export function ResetPassword() {
  const notify = useNotify()
  const navigate = useNavigate()
  const reset = api.auth.resetPassword.useMutation({
    meta: { failure: { title: 'Failed to change password' } },
    onSuccess: () => {
      clearSession()
      notify({ kind: 'success', title: 'Password changed successfully', description: 'Sign in to go on.' })
      navigate(paths.admin.login, { replace: true })
    },
  })
  return (
    <PublicPage title="Choose a new password">
      <OneTimeLink kind="reset" help={<Link to={paths.forgotPassword}>Ask for a new one</Link>}>
        {({ token, username }) => (
          <Form
            schema={schema}
            refused={reset.error?.data?.fields}
            onSubmit={({ password }) => reset.mutate({ token, password })}
            className="flex flex-col gap-4"
          >
            <Field name="username" label="Email" defaultValue={username} autoComplete="username" readOnly />
            <Field
              name="password"
              label="New Password"
              type="password"
              autoComplete="new-password"
              hint={PASSWORD_HINT}
              autoFocus
            />
            <Field
              name="confirm_password"
              label="Confirm Password"
              type="password"
              autoComplete="new-password"
            />
            <Button type="submit" size="lg" isBusy={reset.isPending}>
              Change Password
            </Button>
          </Form>
        )}
      </OneTimeLink>
    </PublicPage>
  )
}
