import type { LinkKind } from '@nightdesk/contracts'
import type { ReactNode } from 'react'
import { explain } from '../../../api.ts'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { DeadLink } from './dead-link.tsx'
import { useLinkToken } from './use-link-token.ts'
import { useOpenedLink } from './use-opened-link.ts'

interface OpenedLink {
  token: string
  username: string
  full_name: string
}

interface OneTimeLinkProps {
  kind: LinkKind
  /** What to do when the link is not valid. */
  help: ReactNode
  children(link: OpenedLink): ReactNode
}

/** Renders the page of a one-time link while it is valid. */
export function OneTimeLink({ kind, help, children }: OneTimeLinkProps) {
  const token = useLinkToken()
  const link = useOpenedLink(kind, token)
  // The URL was cut off, for example by a mail program.
  if (token === '') return <DeadLink why="This link is not complete.">{help}</DeadLink>
  if (link.data) return children({ ...link.data, token })
  if (link.isPending) return <Loading label="Loading..." />
  const { data, message } = link.error
  if (data?.code === 'NOT_FOUND') return <DeadLink why={message}>{help}</DeadLink>
  return <ErrorState message={explain(link.error)} onRetry={() => link.refetch()} />
}
