import type { NewPasskey, PasskeyAnswer, SignedIn } from '@nightdesk/contracts'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type ApiError, api, explain } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/states.tsx'
import { notify } from '../notify.ts'
import { SIGN_IN } from './sign-in.tsx'

interface PasskeyButtonProps {
  label: string
  /** Completes this attempt; without one, the passkey signs in alone. */
  attempt?: string
  variant?: 'primary'
  autoFocus?: boolean
  /** Offers the passkeys in the e-mail field of the screen too, as long as it is true. */
  autofills?: boolean
  onSignedIn(session: SignedIn): void
}

/** Signs in with a passkey. Shown only where {@link canUsePasskeys} is true. */
export function PasskeyButton({
  label,
  attempt,
  variant,
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
      <Problem>{signIn.error && explainPasskey(signIn.error)}</Problem>
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
      const { browserSupportsWebAuthnAutofill } = await library()
      if (!(await browserSupportsWebAuthnAutofill())) return null
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

interface AnsweredAttempt {
  attempt: string
  passkey: PasskeyAnswer
}

/**
 * Signs in with a passkey: alone, or to complete an attempt. The mutation takes what a passkey has signed already; null asks for
 * a passkey.
 */
function usePasskeySignIn(attempt: string | undefined, onSignedIn: (session: SignedIn) => void) {
  const { client } = api.useUtils()
  const ask = async (): Promise<AnsweredAttempt> => {
    const asked = await client.auth.passkeyOptions.mutate({ attempt })
    return { attempt: asked.attempt, passkey: await askPasskey(asked.options) }
  }
  return useMutation<SignedIn, ApiError | PasskeyError, AnsweredAttempt | null>({
    mutationFn: async (answered) => client.auth.loginWithPasskey.mutate(answered ?? (await ask())),
    onSuccess: onSignedIn,
    onError: (error) =>
      notify({ kind: 'error', title: 'Login failed', description: explainPasskey(error), topic: SIGN_IN }),
  })
}

export const explainPasskey = (error: ApiError | PasskeyError) =>
  error instanceof PasskeyError ? error.message : explain(error)

/** Why a browser made or used no passkey, in a sentence. */
export class PasskeyError extends Error {
  override name = 'PasskeyError'
}

/** Whether this browser can use passkeys at this address, which must not be a number. */
export const canUsePasskeys = () =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)

/** Asks for a new passkey. @throws PasskeyError */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<NewPasskey> {
  const { startRegistration } = await library()
  const answer = await startRegistration({ optionsJSON: options }).catch(explainRefusal)
  return { ...answer, clientExtensionResults: {} }
}

/** Asks for the signature of a passkey. @throws PasskeyError */
export async function askPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library()
  const answer = await startAuthentication({ optionsJSON: options }).catch(explainRefusal)
  return { ...answer, clientExtensionResults: {} }
}

/**
 * Lists passkeys beside the other entries for the field whose `autocomplete` ends in `webauthn`, until one is chosen or the
 * signal aborts. Asking for a passkey in another way ends it too.
 * @returns null when none was chosen, whatever the reason: nobody had asked for one
 */
async function offerPasskeys(
  options: PublicKeyCredentialRequestOptionsJSON,
  signal: AbortSignal,
): Promise<PasskeyAnswer | null> {
  const { startAuthentication, WebAuthnAbortService } = await library()
  if (signal.aborted) return null
  const cancel = () => WebAuthnAbortService.cancelCeremony()
  signal.addEventListener('abort', cancel)
  try {
    const answer = await startAuthentication({ optionsJSON: options, useBrowserAutofill: true })
    return signal.aborted ? null : { ...answer, clientExtensionResults: {} }
  } catch {
    return null
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

const library = () => import('@simplewebauthn/browser')

const REASONS: Record<string, string> = {
  InvalidStateError: 'This device has a passkey of your account already.',
  NotAllowedError: 'No passkey was used: it was cancelled, or took too long.',
  AbortError: 'No passkey was used: it was cancelled.',
  SecurityError: 'Passkeys belong to the address of the site. Open the site at its own address.',
}

function explainRefusal(error: Error): never {
  throw new PasskeyError(REASONS[error.name] ?? 'This browser could not use a passkey.', { cause: error })
}
