import type { NewPasskey, PasskeyAnswer } from '@nightdesk/contracts'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

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

/** Whether this browser can list passkeys beside the other entries for a field. */
export async function canAutofillPasskeys(): Promise<boolean> {
  const { browserSupportsWebAuthnAutofill } = await library()
  return browserSupportsWebAuthnAutofill()
}

/**
 * Lists passkeys beside the other entries for the field whose `autocomplete` ends in `webauthn`, until one is chosen or the
 * signal aborts. Asking for a passkey in another way ends it too.
 * @returns null when none was chosen, whatever the reason: nobody had asked for one
 */
export async function offerPasskeys(
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
