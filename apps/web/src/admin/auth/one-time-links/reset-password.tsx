import { auth, type Factors } from '@nightdesk/contracts'
import { Link, useNavigate } from 'react-router'
import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { notify } from '../../notify.ts'
import { FactorList } from '../factor-list.tsx'
import { loginPath } from '../next-page.ts'
import { clearSession } from '../session.ts'
import { withConfirmation } from '../with-confirmation.ts'
import { OneTimeLink } from './one-time-link.tsx'
import { PASSWORD_HINT } from './password-hint.ts'
import { PublicPage } from './public-page.tsx'

const schema = withConfirmation(auth.resetPassword.input.omit({ token: true }), 'password')

/** Sets a new password. It ends all sessions of the account, including one in this browser. */
export function ResetPassword() {
  const navigate = useNavigate()
  const reset = api.auth.resetPassword.useMutation({
    meta: { failure: { title: 'Failed to change password' } },
    onSuccess: ({ passkeys, totp }) => {
      clearSession()
      if (passkeys.length > 0 || totp) return
      notify({ kind: 'success', title: 'Password changed successfully', description: 'Sign in to go on.' })
      navigate(paths.admin.login, { replace: true })
    },
  })
  if (reset.data) return <Changed factors={reset.data} />
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

/** Whoever had the old password may have added a way to sign in without it. */
function Changed({ factors }: { factors: Factors }) {
  return (
    <PublicPage title="Password changed successfully">
      <div className="flex flex-col gap-4">
        <p role="status">The second factor of your account is as it was:</p>
        <FactorList factors={factors} />
        <p>
          Sign in, and remove what you do not know. If you cannot sign in, ask an admin to reset your second
          factor.
        </p>
        <Link to={FACTORS} className={buttonClass({ size: 'lg' })}>
          Sign In and Look
        </Link>
      </div>
    </PublicPage>
  )
}

const FACTORS = loginPath({ pathname: paths.admin.profile, search: '', hash: '#second-factor' })
