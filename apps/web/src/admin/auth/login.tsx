import { useLocation } from 'react-router'
import { LoginForm } from './login-form.tsx'
import type { EndOfSession } from './session.ts'
import { SignInCard } from './sign-in-card.tsx'
import { useSignedIn } from './use-signed-in.ts'

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
