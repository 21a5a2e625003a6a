import { auth } from '@nightdesk/contracts'
import { type ApiError, api, explain } from '../../../api.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { notify } from '../../notify.ts'
import { SignInCard } from '../sign-in-card.tsx'
import { useSignedIn } from '../use-signed-in.ts'
import { DeadLink } from './dead-link.tsx'
import { PASSWORD_HINT } from './password-hint.ts'
import { useLinkToken } from './use-link-token.ts'
import { useSetupLink } from './use-opened-link.ts'

const schema = auth.setup.input.omit({ token: true })

/** Creates the first admin. The link with the token is printed at the first start. */
export function Setup() {
  const token = useLinkToken()
  const link = useSetupLink(token)
  return (
    <SignInCard title="Create the first account">
      {token === '' && (
        <DeadLink why="Open the link printed where Nightdesk was started.">
          It creates the first account, works once, and for a day. If it is lost, start Nightdesk again: it
          prints a new one.
        </DeadLink>
      )}
      {token !== '' && link.isPending && <Loading label="Loading..." />}
      {link.isError && <NoLink error={link.error} onRetry={() => link.refetch()} />}
      {link.data && <FirstAccount token={token} />}
    </SignInCard>
  )
}

function NoLink({ error, onRetry }: { error: ApiError; onRetry(): void }) {
  if (error.data?.code !== 'NOT_FOUND') return <ErrorState message={explain(error)} onRetry={onRetry} />
  return (
    <DeadLink why="This link is not valid any more.">
      It works once, and for a day. Start Nightdesk again, and open the link that it prints then.
    </DeadLink>
  )
}

function FirstAccount({ token }: { token: string }) {
  const setup = api.auth.setup.useMutation({
    onSuccess: useSignedIn(),
    onError: (error) => {
      const description =
        error.data?.code === 'NOT_FOUND' ? 'This link is not valid or was already used.' : explain(error)
      notify({ kind: 'error', title: 'Failed to create the account', description })
    },
  })
  return (
    <Form
      schema={schema}
      refused={setup.error?.data?.fields}
      onSubmit={(account) => setup.mutate({ ...account, token })}
      className="flex flex-col gap-4"
    >
      <Field name="full_name" label="Full name" autoComplete="name" autoFocus />
      <Field name="username" label="Email" type="email" autoComplete="username" />
      <Field
        name="password"
        label="Password"
        type="password"
        autoComplete="new-password"
        hint={PASSWORD_HINT}
      />
      <Button type="submit" size="lg" isBusy={setup.isPending}>
        Create account
      </Button>
    </Form>
  )
}
