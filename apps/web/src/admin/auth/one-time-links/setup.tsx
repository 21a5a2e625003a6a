import { auth } from '@nightdesk/contracts'
import { api, explain } from '../../../api.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { notify } from '../../notify.ts'
import { SignInCard } from '../sign-in-card.tsx'
import { useSignedIn } from '../use-signed-in.ts'
import { DeadLink } from './dead-link.tsx'
import { OpenLink } from './one-time-link.tsx'
import { PASSWORD_HINT } from './password-hint.ts'

const schema = auth.setup.input.omit({ token: true })

/** Creates the first admin. The link with the token is printed at the first start. */
export function Setup() {
  const { client } = api.useUtils()
  return (
    <SignInCard title="Create the first account">
      <OpenLink
        kind="setup"
        open={(token) => client.auth.readSetup.mutate({ token }).then(() => true)}
        incomplete={
          <DeadLink why="Open the link printed where Nightdesk was started.">
            It creates the first account, works once, and for a day. If it is lost, start Nightdesk again: it
            prints a new one.
          </DeadLink>
        }
        dead={() => (
          <DeadLink why="This link is not valid any more.">
            It works once, and for a day. Start Nightdesk again, and open the link that it prints then.
          </DeadLink>
        )}
      >
        {(_opened, token) => <FirstAccount token={token} />}
      </OpenLink>
    </SignInCard>
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
