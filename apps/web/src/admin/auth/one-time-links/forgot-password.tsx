import { auth } from '@nightdesk/contracts'
import { Link } from 'react-router'
import { api, explain } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { PublicPage } from './public-page.tsx'

/** Requests a link by mail. Where the site sends no mail, explains how to get one. */
export function ForgotPassword() {
  const recovery = api.auth.recovery.useQuery({})
  return (
    <PublicPage title="Forgot password?">
      <div className="flex flex-col gap-4">
        {recovery.isPending && <Loading label="Loading..." />}
        {recovery.isError && (
          <ErrorState message={explain(recovery.error)} onRetry={() => recovery.refetch()} />
        )}
        {recovery.data && (recovery.data.by_mail ? <ByMail /> : <ByHand />)}
        <Link to={paths.admin.login} className="self-center underline">
          Back to sign in
        </Link>
      </div>
    </PublicPage>
  )
}

function ByMail() {
  const ask = api.auth.forgotPassword.useMutation({
    meta: { failure: { title: 'Failed to ask for a link' } },
  })
  if (ask.isSuccess) {
    return (
      <p role="status">
        If there is an account for <strong className="wrap-anywhere">{ask.variables.username}</strong>, a mail
        with a link is on its way. The link works once, within an hour.
      </p>
    )
  }
  return (
    <Form
      schema={auth.forgotPassword.input}
      refused={ask.error?.data?.fields}
      onSubmit={(entered) => ask.mutate(entered)}
      className="flex flex-col gap-4"
    >
      <p className="text-ink-2">We mail you a link to choose a new password.</p>
      <Field name="username" label="Email" type="email" autoComplete="username" autoFocus />
      <Button type="submit" size="lg" isBusy={ask.isPending}>
        Send Link
      </Button>
    </Form>
  )
}

function ByHand() {
  return (
    <>
      <p>This site does not send mail. There are two ways to a new password:</p>
      <ul className="flex list-disc flex-col gap-2 pl-5 text-ink-2">
        <li>An admin copies a reset link for you from the users screen.</li>
        <li>
          Whoever runs the site prints one:{' '}
          <code className="font-mono text-xs">
            npm run nightdesk -- user <Word>reset-password</Word> <Word>--link</Word> <Word>--email</Word>{' '}
            <Word>you@example.org</Word>
          </code>
        </li>
      </ul>
    </>
  )
}

/** A word of a command, without line breaks at its hyphens. */
function Word({ children }: { children: string }) {
  return <span className="whitespace-nowrap">{children}</span>
}
