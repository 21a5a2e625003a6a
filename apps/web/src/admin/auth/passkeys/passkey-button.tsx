import type { SignedIn } from '@nightdesk/contracts'
import { Button } from '../../../ui/button.tsx'
import { explainPasskey, usePasskeySignIn } from './use-passkey-sign-in.ts'

interface PasskeyButtonProps {
  label: string
  /** Completes this attempt; without one, the passkey signs in alone. */
  attempt?: string
  variant?: 'primary' | 'secondary'
  autoFocus?: boolean
  onSignedIn(session: SignedIn): void
}

/** Signs in with a passkey. Shown only where {@link canUsePasskeys} is true. */
export function PasskeyButton({
  label,
  attempt,
  variant = 'secondary',
  autoFocus,
  onSignedIn,
}: PasskeyButtonProps) {
  const signIn = usePasskeySignIn(attempt, onSignedIn)
  return (
    <div className="flex flex-col gap-2">
      <Button
        size="lg"
        variant={variant}
        autoFocus={autoFocus}
        isBusy={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        {label}
      </Button>
      {signIn.error && (
        <p role="alert" className="text-danger">
          {explainPasskey(signIn.error)}
        </p>
      )}
    </div>
  )
}
