import type { SignedIn } from '@nightdesk/contracts'
import { Button } from '../../../ui/button.tsx'
import { usePasskeyAutofill } from './use-passkey-autofill.ts'
import { explainPasskey, usePasskeySignIn } from './use-passkey-sign-in.ts'

interface PasskeyButtonProps {
  label: string
  /** Completes this attempt; without one, the passkey signs in alone. */
  attempt?: string
  variant?: 'primary' | 'secondary'
  autoFocus?: boolean
  /** Offers the passkeys in the e-mail field of the screen too, as long as it is true. */
  autofills?: boolean
  onSignedIn(session: SignedIn): void
}

/** Signs in with a passkey. Shown only where {@link canUsePasskeys} is true. */
export function PasskeyButton({
  label,
  attempt,
  variant = 'secondary',
  autoFocus,
  autofills = false,
  onSignedIn,
}: PasskeyButtonProps) {
  const signIn = usePasskeySignIn(attempt, onSignedIn)
  usePasskeyAutofill(autofills && (signIn.isIdle || signIn.isError), signIn.mutate)
  return (
    <div className="flex flex-col gap-2">
      <Button
        size="lg"
        variant={variant}
        autoFocus={autoFocus}
        isBusy={signIn.isPending}
        onClick={() => signIn.mutate(null)}
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
