import type { LinkKind } from '@nightdesk/contracts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'

/** Asked once: after a link is used, the screen says what became of it. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }

/** Whose account a one-time link opens. It is a POST, although it changes nothing: so the token stands in no address. */
export function useOpenedLink(kind: LinkKind, token: string) {
  const { client } = api.useUtils()
  return useQuery({
    queryKey: ['one-time-link', kind, token],
    queryFn: () => client.auth.readLink.mutate({ kind, token }),
    enabled: token !== '',
    ...ONCE,
  })
}

/** Whether the link of the first start can be used. */
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
