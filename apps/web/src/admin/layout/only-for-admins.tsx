import type { ReactNode } from 'react'
import { explain } from '../../api.ts'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { useCurrentUser } from '../auth/current-user.ts'

/** Keeps a screen from making calls that would be refused, which would end the session. */
export function OnlyForAdmins({ children }: { children: ReactNode }) {
  const user = useCurrentUser()
  if (user.data?.role === 'admin') return children
  if (user.data) return <EmptyState title="This page is for administrators." />
  if (user.isPending) return <Loading label="Loading..." />
  return <ErrorState message={explain(user.error)} onRetry={() => user.refetch()} />
}
