import { api } from '../../../api.ts'

/** Reads what the browser needs to make a passkey. After it, the user names the passkey and makes it. */
export function useStartPasskey() {
  const start = api.secondFactors.passkeyOptions.useMutation({
    meta: { failure: { title: 'Failed to add a passkey' } },
  })
  return {
    start: () => start.mutate({}),
    started: start.data,
    forget: start.reset,
    isPending: start.isPending,
  }
}

export type StartedPasskey = NonNullable<ReturnType<typeof useStartPasskey>['started']>
