import { auth } from '@nightdesk/contracts'
import { api } from '../../../api.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { useSignedIn } from '../use-signed-in.ts'
import { OneTimeLink } from './one-time-link.tsx'
import { PASSWORD_HINT } from './password-hint.ts'
import { PublicPage } from './public-page.tsx'

const schema = auth.acceptInvite.input.omit({ token: true })

/** Accepts an invitation: checks the name, sets a password, and signs in. */
export function AcceptInvite() {
  const accept = api.auth.acceptInvite.useMutation({
    meta: { failure: { title: 'Failed to accept the invitation' } },
    onSuccess: useSignedIn(),
  })
  return (
    <PublicPage title="Accept your invitation">
      <OneTimeLink kind="invite" help="An admin can make a new one for you.">
        {({ token, username, full_name }) => (
          <Form
            schema={schema}
            refused={accept.error?.data?.fields}
            onSubmit={(account) => accept.mutate({ ...account, token })}
            className="flex flex-col gap-4"
          >
            <Field name="username" label="Email" defaultValue={username} autoComplete="username" readOnly />
            <Field name="full_name" label="Full name" defaultValue={full_name} autoComplete="name" />
            <Field
              name="password"
              label="Password"
              type="password"
              autoComplete="new-password"
              autoFocus
              hint={PASSWORD_HINT}
            />
            <Button type="submit" size="lg" isBusy={accept.isPending}>
              Accept and Sign In
            </Button>
          </Form>
        )}
      </OneTimeLink>
    </PublicPage>
  )
}
