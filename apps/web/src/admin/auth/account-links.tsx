import { auth, type Factors, type LinkKind } from '@nightdesk/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { api, explain } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Field } from '../../ui/field.tsx'
import { CallForm } from '../../ui/form.tsx'
import { Command } from '../../ui/kbd.tsx'
import { notify } from '../notify.ts'
import { ButtonLink } from '../screen/button-link.tsx'
import { Loaded } from '../screen/loaded.tsx'
import { useArrival, useRestoredFocus, useSiteName } from '../screen/page.tsx'
import { ConfirmPassword, PasswordField, withConfirmation } from './credentials.tsx'
import { FactorList, isOpenedElse } from './factor-list.tsx'
import { loginPath } from './next-page.ts'
import { clearSession, readToken } from './session.ts'
import { FormCard, SignInCard, useSignedIn } from './sign-in.tsx'

const accountSchema = auth.setup.input.omit({ token: true })

/** Creates the first admin. The link with the token is printed at the first start. */
export function Setup() {
  return (
    <SignInCard title="Create the first account">
      <OneTimeLink
        kind="setup"
        incomplete={
          <DeadLink why="Open the link printed where Nightdesk was started.">
            It creates the first account, works once, and for a day. If it is lost, start Nightdesk again: it
            prints a new one.
          </DeadLink>
        }
        why="This link is not valid any more."
        help="It works once, and for a day. Start Nightdesk again, and open the link that it prints then."
      >
        {({ token }) => <FirstAccount token={token} />}
      </OneTimeLink>
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
    <CallForm
      place="card"
      schema={accountSchema}
      call={setup}
      onSubmit={(account) => setup.mutate({ ...account, token })}
      submit="Create account"
    >
      <Field name="full_name" label="Full name" autoComplete="name" autoFocus />
      <Field name="username" label="Email" type="email" autoComplete="username" />
      <PasswordField isNew name="password" label="Password" />
    </CallForm>
  )
}

const invitedSchema = auth.acceptInvite.input.omit({ token: true })

export function AcceptInvite() {
  const accept = api.auth.acceptInvite.useMutation({
    meta: { failure: 'Failed to accept the invitation' },
    onSuccess: useSignedIn(),
  })
  return (
    <PublicPage title="Accept your invitation">
      <OneTimeLink kind="invite" help="An admin can make a new one for you.">
        {({ token, username, full_name }) => (
          <CallForm
            place="card"
            schema={invitedSchema}
            call={accept}
            onSubmit={(account) => accept.mutate({ ...account, token })}
            submit="Accept and Sign In"
          >
            <Field name="username" label="Email" defaultValue={username} autoComplete="username" readOnly />
            <Field name="full_name" label="Full name" defaultValue={full_name} autoComplete="name" />
            <PasswordField isNew name="password" label="Password" autoFocus />
          </CallForm>
        )}
      </OneTimeLink>
    </PublicPage>
  )
}

const passwordSchema = withConfirmation(auth.resetPassword.input.omit({ token: true }), 'password')

/** Sets a new password. It ends all sessions of the account, including one in this browser. */
export function ResetPassword() {
  const navigate = useNavigate()
  const reset = api.auth.resetPassword.useMutation({
    meta: { failure: 'Failed to change password' },
    onSuccess: (factors) => {
      clearSession()
      if (isOpenedElse(factors)) return
      notify({ title: 'Password changed successfully', description: 'Sign in to go on.' })
      navigate(paths.admin.login, { replace: true })
    },
  })
  useRestoredFocus(reset.data ? 'changed' : 'form')
  if (reset.data) return <Changed factors={reset.data} />
  return (
    <PublicPage title="Choose a new password">
      <OneTimeLink kind="reset" help={<Link to={paths.forgotPassword}>Ask for a new one</Link>}>
        {({ token, username }) => (
          <CallForm
            place="card"
            schema={passwordSchema}
            call={reset}
            onSubmit={({ password }) => reset.mutate({ token, password })}
            submit="Change Password"
          >
            <Field name="username" label="Email" defaultValue={username} autoComplete="username" readOnly />
            <PasswordField isNew name="password" label="New Password" autoFocus />
            <ConfirmPassword />
          </CallForm>
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
        <p role="status">What else opens your account is as it was:</p>
        <FactorList factors={factors} />
        <p>
          Sign in, and remove what you do not know. If you cannot sign in, ask an admin to reset your second
          factor.
        </p>
        <ButtonLink to={FACTORS} variant="primary" size="lg">
          Sign In and Look
        </ButtonLink>
      </div>
    </PublicPage>
  )
}

const FACTORS = loginPath({ pathname: paths.admin.profile, search: '', hash: '#second-factor' })

export function ForgotPassword() {
  const recovery = api.auth.recovery.useQuery({})
  return (
    <PublicPage title="Forgot password?">
      <div className="flex flex-col gap-4">
        <Loaded query={recovery} loading="Loading...">
          {({ by_mail }) => (by_mail ? <ByMail /> : <ByHand />)}
        </Loaded>
        <Link to={paths.admin.login} className="self-center underline">
          Back to sign in
        </Link>
      </div>
    </PublicPage>
  )
}

function ByMail() {
  const ask = api.auth.forgotPassword.useMutation({ meta: { failure: 'Failed to ask for a link' } })
  useRestoredFocus(ask.isSuccess ? 'sent' : 'form')
  if (ask.isSuccess) {
    return (
      <p role="status">
        If there is an account for <strong className="wrap-anywhere">{ask.variables.username}</strong>, a mail
        with a link is on its way. The link works once, within an hour.
      </p>
    )
  }
  return (
    <CallForm
      place="card"
      schema={auth.forgotPassword.input}
      call={ask}
      onSubmit={ask.mutate}
      submit="Send Link"
    >
      <p className="text-ink-2">We mail you a link to choose a new password.</p>
      <Field name="username" label="Email" type="email" autoComplete="username" autoFocus />
    </CallForm>
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
          <Command line="npm run nightdesk -- user reset-password --link --email you@example.org" />
        </li>
      </ul>
    </>
  )
}

interface OneTimeLinkProps {
  kind: LinkKind | 'setup'
  /** What to do when the link is not valid. */
  help: ReactNode
  /** Why the link is not valid. Default: what the server says. */
  why?: string
  /** Shown for an address without a token, such as one that a mail program has cut off. */
  incomplete?: ReactNode
  children(link: { token: string; username: string; full_name: string }): ReactNode
}

/** Renders the page of a link while it is valid. Its token is in the fragment, which browsers do not send to servers. */
function OneTimeLink({ kind, help, why, incomplete, children }: OneTimeLinkProps) {
  const { client } = api.useUtils()
  const token = useLocation().hash.slice(1)
  const link = useQuery({
    queryKey: ['one-time-link', kind, token],
    // A POST without effects, so that the token is in no URL or log.
    queryFn: async () => {
      if (kind !== 'setup') return client.auth.readLink.mutate({ kind, token })
      await client.auth.readSetup.mutate({ token })
      return { username: '', full_name: '' }
    },
    enabled: token !== '',
    // Not refetched: after the link is used, the screen shows the result.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (token === '') return incomplete ?? <DeadLink why="This link is not complete.">{help}</DeadLink>
  return (
    <Loaded
      query={link}
      loading="Loading..."
      failed={({ data, message }) =>
        data?.code === 'NOT_FOUND' && <DeadLink why={why ?? message}>{help}</DeadLink>
      }
    >
      {(account) => children({ ...account, token })}
    </Loaded>
  )
}

function DeadLink({ why, children }: { why: string; children: ReactNode }) {
  return (
    <div role="alert" className="flex flex-col gap-2">
      <p className="font-medium">{why}</p>
      <p className="text-ink-2">{children}</p>
    </div>
  )
}

/** Layout of forms outside `/admin`: the header and footer of public pages. */
function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  useArrival(title)
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex w-full max-w-5xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-4 sm:px-6">
        <a href={paths.home()} className="flex min-h-11 items-center gap-2 font-serif text-xl font-medium">
          <span aria-hidden className="size-3 rounded-full bg-jacket" />
          {useSiteName()}
        </a>
        <nav aria-label="Site" className="flex flex-wrap gap-x-6 text-ink-2">
          {readToken() && <BarLink to={paths.admin.dashboard}>Admin Dashboard</BarLink>}
          <BarLink to={paths.home()}>Home</BarLink>
        </nav>
      </header>
      <main className="flex flex-1 flex-col items-center justify-center px-4 py-6">
        <FormCard title={title}>{children}</FormCard>
      </main>
      <footer className="mx-auto w-full max-w-5xl px-4 py-4 sm:px-6">
        <nav aria-label="More" className="flex flex-wrap justify-center gap-x-6 text-ink-2">
          <BarLink to={paths.privacy}>Privacy Policy</BarLink>
          <BarLink to={paths.terms}>Terms and Conditions</BarLink>
        </nav>
      </footer>
    </div>
  )
}

/** A link to a public page. It reloads, so that the form and its token leave memory. */
function BarLink({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} className="flex min-h-11 items-center hover:text-ink hover:underline">
      {children}
    </a>
  )
}
