import type { ReactNode } from 'react'
import { EmptyState, Loading } from '../../ui/states.tsx'
import { useCurrentUser } from './current-user.ts'

/**
 * Keeps a screen from making calls that would be refused, which would end the session. Where nobody can say who is
 * signed in, the screen makes its calls, and says in its own words what became of them.
 */
export function OnlyForAdmins({ children }: { children: ReactNode }) {
  const { data, failureCount, isPending } = useCurrentUser()
  if (data && data.role !== 'admin') return <EmptyState title="This page is for administrators." />
  if (isPending && failureCount === 0) return <Loading label="Loading..." />
  return children
}
