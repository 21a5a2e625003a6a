import type { Role } from '@nightdesk/contracts'
import type { ReactNode } from 'react'
import { EmptyState, Loading } from '../../ui/states.tsx'
import { useCurrentUser } from './current-user.ts'

export type Audience = 'admins' | 'editors'

/** The roles of each audience, and what everybody else reads. */
const AUDIENCES: Record<Audience, { roles: Role[]; refusal: string }> = {
  admins: { roles: ['admin'], refusal: 'This page is for administrators.' },
  editors: { roles: ['admin', 'editor'], refusal: 'This page is for editors.' },
}

/**
 * Does not render a screen whose calls would be refused, because that would end the session. When the role cannot be
 * loaded, it renders, and the screen shows its own errors.
 */
export function OnlyFor({ audience, children }: { audience: Audience; children: ReactNode }) {
  const { data, failureCount, isPending } = useCurrentUser()
  const { roles, refusal } = AUDIENCES[audience]
  if (data && !roles.includes(data.role)) return <EmptyState title={refusal} />
  if (isPending && failureCount === 0) return <Loading label="Loading..." />
  return children
}
