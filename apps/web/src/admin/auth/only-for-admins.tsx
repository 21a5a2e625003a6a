import type { ReactNode } from 'react'
import { EmptyState, Loading } from '../../ui/states.tsx'
import { useCurrentUser } from './current-user.ts'

/**
 * Does not render a screen whose calls would be refused, because that would end the session. When the role cannot be
 * loaded, it renders, and the screen shows its own errors.
 */
export function OnlyForAdmins({ children }: { children: ReactNode }) {
  const { data, failureCount, isPending } = useCurrentUser()
  if (data && data.role !== 'admin') return <EmptyState title="This page is for administrators." />
  if (isPending && failureCount === 0) return <Loading label="Loading..." />
  return children
}
