import type { Role } from '@nightdesk/contracts'
import type { ReactNode } from 'react'
import { EmptyState, Loading } from '../../ui/states.tsx'
import { useCurrentUser } from './current-user.ts'

interface OnlyForProps {
  roles: readonly Role[]
  /** Shown to everybody else. */
  refusal: string
  children: ReactNode
}

/**
 * Does not render a screen whose calls would be refused, because that would end the session. When the role cannot be
 * loaded, it renders, and the screen shows its own errors.
 */
function OnlyFor({ roles, refusal, children }: OnlyForProps) {
  const { data, failureCount, isPending } = useCurrentUser()
  if (data && !roles.includes(data.role)) return <EmptyState title={refusal} />
  if (isPending && failureCount === 0) return <Loading label="Loading..." />
  return children
}

export const OnlyForAdmins = ({ children }: { children: ReactNode }) => (
  <OnlyFor roles={['admin']} refusal="This page is for administrators.">
    {children}
  </OnlyFor>
)

export const OnlyForEditors = ({ children }: { children: ReactNode }) => (
  <OnlyFor roles={['admin', 'editor']} refusal="This page is for editors.">
    {children}
  </OnlyFor>
)
