import { type PendingSignIn, passwordProblem, type SignedIn, usernameProblem } from '@nightdesk/contracts'
import { useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { type ApiError, api, explain } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Field } from '../../ui/field.tsx'
import { CallForm, fieldRules } from '../../ui/form.tsx'
import { notify } from '../notify.ts'
import { lazyPart } from '../screen/lazy.tsx'
import { canUsePasskeys, PasskeyButton } from './passkeys.tsx'
import type { EndOfSession } from './session.ts'
import { SIGN_IN, SignInCard, useSignedIn } from './sign-in.tsx'

const reasons: Record<EndOfSession, string> = {
  refused: 'Your session has ended. Sign in to go on where you were.',
  elsewhere: 'You signed out in another tab. Sign in to go on where you were.',
}

export function Login() {
  const { state } = useLocation()
  const why = (state as { ended?: EndOfSession } | null)?.ended // only `onSessionEnded` navigates here with a state
  return (
    <SignInCard title="Admin sign in">
      {why && (
        <p role="status" className="mb-4 text-ink-2">
          {reasons[why]}
        </p>
      )}
      <LoginForm onSignedIn={useSignedIn()} />
    </SignInCard>
  )
}

interface LoginFormProps {
  username?: string
  /** Takes no focus, so that text typed elsewhere does not end up here. */
  isUnprompted?: boolean
  onSignedIn(session: SignedIn): void
}

const credentials = fieldRules({ username: usernameProblem, password: passwordProblem })

export function LoginForm(props: LoginFormProps) {
  const [pending, setPending] = useState<PendingSignIn>()
  /** Why the sign-in begins again. */
  const [restarted, setRestarted] = useState<string>()
  if (!pending) return <FirstStep {...props} problem={restarted} onPending={setPending} />
  const restart = (why?: string) => {
    setRestarted(why)
    setPending(undefined)
  }
  return <SecondStep pending={pending} onSignedIn={props.onSignedIn} onRestart={restart} />
}

interface FirstStepProps extends LoginFormProps {
  problem: string | undefined
  onPending(pending: PendingSignIn): void
}

function FirstStep({ username, isUnprompted = false, problem, onSignedIn, onPending }: FirstStepProps) {
  const password = useRef<HTMLInputElement>(null)
  const login = api.auth.login.useMutation({
    onSuccess: onSignedIn,
    onError: (error) => {
      if (error.data?.sign_in) return onPending(error.data.sign_in)
      const description =
        error.data?.code === 'INVALID_CREDENTIALS' ? 'Invalid username or password' : explain(error)
      notify({ kind: 'error', title: 'Login failed', description, topic: SIGN_IN })
      password.current?.select()
      password.current?.focus()
    },
  })
  const forgot = (
    <Link
      to={paths.forgotPassword}
      target={username ? '_blank' : undefined}
      className="self-center underline"
    >
      Forgot password?
    </Link>
  )
  return (
    <div className="flex flex-col gap-4">
      <CallForm
        place="card"
        schema={credentials}
        call={login}
        problem={login.error ? reasonOf(login.error) : problem}
        onSubmit={login.mutate}
        submit="Login"
        after={forgot}
      >
        <Field
          name="username"
          label="Email"
          type="email"
          autoComplete="username webauthn"
          defaultValue={username}
          autoFocus={!isUnprompted && !username}
        />
        <Field
          name="password"
          label="Password"
          ref={password}
          type="password"
          autoComplete="current-password"
          autoFocus={!isUnprompted && Boolean(username)}
        />
      </CallForm>
      {canUsePasskeys() && (
        <PasskeyButton
          label="Sign in with a passkey"
          autofills={login.isIdle || login.isError}
          onSignedIn={onSignedIn}
        />
      )}
    </div>
  )
}

const SecondStep = lazyPart('The second step', async () => (await import('./second-step.tsx')).SecondStep, {
  onFailed: ({ onRestart }) => onRestart(),
})

/** Shown in the form, because the notification disappears. */
const reasonOf = (error: ApiError) =>
  error.data?.code === 'INVALID_CREDENTIALS'
    ? 'This email and this password do not belong together.'
    : explain(error)
