import type { SignedIn } from '@nightdesk/contracts'
import { useMutation } from '@tanstack/react-query'
import { type ApiError, api, explain } from '../../../api.ts'
import { useNotify } from '../../notify.ts'
import { SIGN_IN } from '../use-signed-in.ts'
import { askPasskey, PasskeyError } from './browser.ts'

/** Signs in with a passkey: alone, or to complete an attempt. */
export function usePasskeySignIn(attempt: string | undefined, onSignedIn: (session: SignedIn) => void) {
  const { client } = api.useUtils()
  const notify = useNotify()
  return useMutation<SignedIn, ApiError | PasskeyError>({
    mutationFn: async () => {
      const asked = await client.auth.passkeyOptions.mutate({ attempt })
      const passkey = await askPasskey(asked.options)
      return client.auth.loginWithPasskey.mutate({ attempt: asked.attempt, passkey })
    },
    onSuccess: onSignedIn,
    onError: (error) =>
      notify({ kind: 'error', title: 'Login failed', description: explainPasskey(error), topic: SIGN_IN }),
  })
}

/** The reason, from the browser or the server. */
export const explainPasskey = (error: ApiError | PasskeyError) =>
  error instanceof PasskeyError ? error.message : explain(error)
