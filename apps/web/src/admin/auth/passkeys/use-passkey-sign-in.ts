import type { PasskeyAnswer, SignedIn } from '@nightdesk/contracts'
import { useMutation } from '@tanstack/react-query'
import { type ApiError, api, explain } from '../../../api.ts'
import { notify } from '../../notify.ts'
import { SIGN_IN } from '../use-signed-in.ts'
import { askPasskey, PasskeyError } from './browser.ts'

/** What a passkey signed, and the attempt that it belongs to. */
export interface AnsweredAttempt {
  attempt: string
  passkey: PasskeyAnswer
}

/**
 * Signs in with a passkey: alone, or to complete an attempt. The mutation takes what a passkey has signed already; null asks for
 * a passkey.
 */
export function usePasskeySignIn(attempt: string | undefined, onSignedIn: (session: SignedIn) => void) {
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

/** The reason, from the browser or the server. */
export const explainPasskey = (error: ApiError | PasskeyError) =>
  error instanceof PasskeyError ? error.message : explain(error)
