import type { Role } from '@nightdesk/contracts'
import { api } from '../../api.ts'

/** The signed-in user. Fetched once, or anew by a screen with a `staleTime`, as an admin may have changed it. */
export function useCurrentUser(staleTime = Number.POSITIVE_INFINITY) {
  return api.profile.get.useQuery(
    {},
    {
      staleTime,
      meta: { failure: { title: 'Error', description: 'Failed to load profile' } },
    },
  )
}

/** Undefined while it is loading. */
export function useRole(): Role | undefined {
  return useCurrentUser().data?.role
}

/** Whom a screen or an action is for, if not for everybody. */
export type Audience = 'admins' | 'editors'

const ROLES: Record<Audience, readonly Role[]> = { admins: ['admin'], editors: ['admin', 'editor'] }

export const isAmong = (audience: Audience, role: Role) => ROLES[audience].includes(role)

/** Whether the user is known to be one of them. */
export function useIsAmong(audience: Audience): boolean {
  const role = useRole()
  return role !== undefined && isAmong(audience, role)
}
