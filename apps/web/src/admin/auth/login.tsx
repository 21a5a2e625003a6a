import { LoginForm } from './login-form.tsx'
import { SignInCard } from './sign-in-card.tsx'
import { useSignedIn } from './use-signed-in.ts'

export function Login() {
  return (
    <SignInCard title="Admin sign in">
      <LoginForm onSignedIn={useSignedIn()} />
    </SignInCard>
  )
}
