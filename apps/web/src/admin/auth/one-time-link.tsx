import type { LinkKind } from '@nightdesk/contracts'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { api, explain } from '../../api.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'

interface OpenedLink {
  token: string
  username: string
  full_name: string
}

interface OneTimeLinkProps {
  kind: LinkKind
  /** What to do about a link that does not work any more. */
  help: ReactNode
  children(link: OpenedLink): ReactNode
}

/** What a one-time link opens, while it can be used. */
export function OneTimeLink({ kind, help, children }: OneTimeLinkProps) {
  const { token = '' } = useParams()
  // Asked once: after it is used, the screen says what became of it.
  const link = api.auth.readLink.useQuery({ kind, token }, { staleTime: Number.POSITIVE_INFINITY })
  if (link.data) return children({ ...link.data, token })
  if (link.isPending) return <Loading label="Loading..." />
  if (link.error.data?.code !== 'NOT_FOUND') {
    return <ErrorState message={explain(link.error)} onRetry={() => link.refetch()} />
  }
  return (
    <div role="alert" className="flex flex-col gap-2">
      <p className="font-medium">{link.error.message}</p>
      <p className="text-ink-2 [&_a]:underline">{help}</p>
    </div>
  )
}
