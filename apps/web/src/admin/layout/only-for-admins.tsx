import type { ReactNode } from 'react'
import { EmptyState, Loading } from '../../ui/states.tsx'
import { useRole } from '../auth/current-user.ts'

/** Keeps a screen from making calls that would be refused, which would end the session. */
export function OnlyForAdmins({ children }: { children: ReactNode }) {
  const role = useRole()
  if (!role) return <Loading label="Loading..." />
  if (role !== 'admin') return <EmptyState title="This page is for administrators." />
  return children
}
