import { auth } from '@nightdesk/contracts'
import { useSearchParams } from 'react-router'
import { api, explain } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useNotify } from '../notify.ts'
import { SignInCard } from './sign-in-card.tsx'
import { useSignedIn } from './use-signed-in.ts'

const schema = auth.setup.input.omit({ token: true })

/** Creates the first admin; the link with the token is printed when the product first starts. */
export function Setup() {
  const [search] = useSearchParams()
  const notify = useNotify()
  const setup = api.auth.setup.useMutation({
    onSuccess: useSignedIn(),
    onError: (error) => {
      const description =
        error.data?.code === 'NOT_FOUND' ? 'This link is not valid or was already used.' : explain(error)
      notify({ kind: 'error', title: 'Failed to create the account', description })
    },
  })

  return (
    <SignInCard title="Create the first account">
      <Form
        schema={schema}
        refused={setup.error?.data?.fields}
        onSubmit={(account) => setup.mutate({ ...account, token: search.get('token') ?? '' })}
        className="flex flex-col gap-4"
      >
        <Field name="full_name" label="Full name" autoComplete="name" autoFocus />
        <Field name="username" label="Email" type="email" autoComplete="username" />
        <Field name="password" label="Password" type="password" autoComplete="new-password" />
        <Button type="submit" size="lg" isBusy={setup.isPending}>
          Create account
        </Button>
      </Form>
    </SignInCard>
  )
}
