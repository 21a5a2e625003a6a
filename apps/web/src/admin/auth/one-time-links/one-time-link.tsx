import type { LinkKind } from '@nightdesk/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { type ApiError, api, explain } from '../../../api.ts'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { DeadLink } from './dead-link.tsx'

interface OpenLinkProps<Opened> {
  kind: LinkKind | 'setup'
  /** Asks the server what the link opens. A POST without effects, so that the token is in no URL or log. */
  open(token: string): Promise<Opened>
  /** Shown for an address without a token. */
  incomplete: ReactNode
  /** Shown when the link is not valid; called with the reason. */
  dead(why: string): ReactNode
  children(opened: Opened, token: string): ReactNode
}

/** Renders the page of a link while it is valid. Its token is in the fragment, which browsers do not send to servers. */
export function OpenLink<Opened>({ kind, open, incomplete, dead, children }: OpenLinkProps<Opened>) {
  const token = useLocation().hash.slice(1)
  const link = useQuery<Opened, ApiError>({
    queryKey: ['one-time-link', kind, token],
    queryFn: () => open(token),
    enabled: token !== '',
    // Not refetched: after the link is used, the screen shows the result.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (token === '') return incomplete
  if (link.isPending) return <Loading label="Loading..." />
  if (link.isSuccess) return children(link.data, token)
  if (link.error.data?.code === 'NOT_FOUND') return dead(link.error.message)
  return <ErrorState message={explain(link.error)} onRetry={() => link.refetch()} />
}

interface OneTimeLinkProps {
  kind: LinkKind
  /** What to do when the link is not valid. */
  help: ReactNode
  children(link: { token: string; username: string; full_name: string }): ReactNode
}

/** Renders the page of a one-time link to an account. */
export function OneTimeLink({ kind, help, children }: OneTimeLinkProps) {
  const { client } = api.useUtils()
  return (
    <OpenLink
      kind={kind}
      open={(token) => client.auth.readLink.mutate({ kind, token })}
      // The URL was cut off, for example by a mail program.
      incomplete={<DeadLink why="This link is not complete.">{help}</DeadLink>}
      dead={(why) => <DeadLink why={why}>{help}</DeadLink>}
    >
      {(account, token) => children({ ...account, token })}
    </OpenLink>
  )
}
