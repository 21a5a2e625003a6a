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
