import type { SignedIn } from '@nightdesk/contracts'
import { useEffect, useEffectEvent } from 'react'
import { api } from '../../../api.ts'
import { Button } from '../../../ui/button.tsx'
import { canAutofillPasskeys, offerPasskeys } from './browser.ts'
import { type AnsweredAttempt, explainPasskey, usePasskeySignIn } from './use-passkey-sign-in.ts'

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

/** Milliseconds after which an attempt is replaced: the server accepts it for ten minutes. */
const RENEWED_AFTER = 540_000

/**
 * While it is on, browsers that can list passkeys beside the other entries for the e-mail field. Someone who chooses none, or
 * cannot, notices nothing.
 */
function usePasskeyAutofill(isOn: boolean, onChosen: (answered: AnsweredAttempt) => void) {
  const { client } = api.useUtils()
  const choose = useEffectEvent(onChosen)
  useEffect(() => {
    if (!isOn) return
    const ended = new AbortController()
    offerUntil(ended.signal).then((answered) => answered && choose(answered))
    return () => ended.abort()

    async function offerUntil(signal: AbortSignal): Promise<AnsweredAttempt | null> {
      if (!(await canAutofillPasskeys())) return null
      for (;;) {
        const expired = AbortSignal.timeout(RENEWED_AFTER)
        // A site that cannot use passkeys says so when somebody asks for one.
        const asked = await client.auth.passkeyOptions.mutate({}, { signal }).catch(() => null)
        const passkey = asked && (await offerPasskeys(asked.options, AbortSignal.any([signal, expired])))
        if (asked && passkey) return { attempt: asked.attempt, passkey }
        if (!expired.aborted || signal.aborted) return null
      }
    }
  }, [isOn, client])
}
