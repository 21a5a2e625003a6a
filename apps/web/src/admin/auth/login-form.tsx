import { credentials, type SignedIn } from '@nightdesk/contracts'
import { Link } from 'react-router'
import { api, explain } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useNotify } from '../notify.ts'
import { SIGN_IN } from './use-signed-in.ts'

interface LoginFormProps {
  username?: string
  onSignedIn(session: SignedIn): void
}

/** E-mail and password, and what became of them. */
export function LoginForm({ username, onSignedIn }: LoginFormProps) {
  const notify = useNotify()
  const login = api.auth.login.useMutation({
    onSuccess: onSignedIn,
    onError: (error) => {
      const description =
        error.data?.code === 'INVALID_CREDENTIALS' ? 'Invalid username or password' : explain(error)
      notify({ kind: 'error', title: 'Login failed', description, topic: SIGN_IN })
    },
  })

  return (
    <Form
      schema={credentials}
      refused={login.error?.data?.fields}
      onSubmit={(entered) => login.mutate(entered)}
      className="flex flex-col gap-4"
    >
      <Field
        name="username"
        label="Email"
        type="email"
        autoComplete="username"
        defaultValue={username}
        autoFocus={!username}
      />
      <Field
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        autoFocus={Boolean(username)}
      />
      <Button type="submit" size="lg" isBusy={login.isPending}>
        Login
      </Button>
      <Link
        to={paths.forgotPassword}
        target={username ? '_blank' : undefined}
        className="self-center underline"
      >
        Forgot password?
      </Link>
    </Form>
  )
}
