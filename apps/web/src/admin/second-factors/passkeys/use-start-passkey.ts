import { api } from '../../../api.ts'
import type { Confirmation } from '../use-confirmation.ts'

/** Reads what the browser needs to make a passkey. After it, the user names the passkey and makes it. */
export function useStartPasskey(confirmation: Confirmation) {
  const start = api.secondFactors.passkeyOptions.useMutation({
    meta: { failure: { title: 'Failed to add a passkey' } },
    onError: (error) => confirmation.askAfter(error, () => start.mutate({})),
  })
  return {
    start: () => start.mutate({}),
    started: start.data,
    forget: start.reset,
    isPending: start.isPending,
  }
}

export type StartedPasskey = NonNullable<ReturnType<typeof useStartPasskey>['started']>
