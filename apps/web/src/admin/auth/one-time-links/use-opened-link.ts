import type { LinkKind } from '@nightdesk/contracts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'

/** Not refetched: after the link is used, the screen shows the result. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }

/** Reads which account a one-time link belongs to. A POST without effects, so that the token is in no URL or log. */
export function useOpenedLink(kind: LinkKind, token: string) {
  const { client } = api.useUtils()
  return useQuery({
    queryKey: ['one-time-link', kind, token],
    queryFn: () => client.auth.readLink.mutate({ kind, token }),
    enabled: token !== '',
    ...ONCE,
  })
}

/** Whether the setup link is valid. */
export function useSetupLink(token: string) {
  const { client } = api.useUtils()
  return useQuery({
    queryKey: ['setup-link', token],
    queryFn: async () => {
      await client.auth.readSetup.mutate({ token })
      return true
    },
    enabled: token !== '',
    ...ONCE,
  })
}
