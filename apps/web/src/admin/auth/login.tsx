import { credentials } from '@nightdesk/contracts'
import { Link } from 'react-router'
import { api, explain } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useNotify } from '../notify.ts'
import { SignInCard } from './sign-in-card.tsx'
import { useSignedIn } from './use-signed-in.ts'

export function Login() {
  const notify = useNotify()
  const login = api.auth.login.useMutation({
    onSuccess: useSignedIn(),
    onError: (error) => {
      const description =
        error.data?.code === 'INVALID_CREDENTIALS' ? 'Invalid username or password' : explain(error)
      notify({ kind: 'error', title: 'Login failed', description })
    },
  })

  return (
    <SignInCard title="Admin sign in">
      <Form
        schema={credentials}
        refused={login.error?.data?.fields}
        onSubmit={(entered) => login.mutate(entered)}
        className="flex flex-col gap-4"
      >
        <Field name="username" label="Email" type="email" autoComplete="username" autoFocus />
        <Field name="password" label="Password" type="password" autoComplete="current-password" />
        <Button type="submit" size="lg" disabled={login.isPending}>
          Login
        </Button>
        <Link to={paths.forgotPassword} className="self-center underline">
          Forgot password?
        </Link>
      </Form>
    </SignInCard>
  )
}
