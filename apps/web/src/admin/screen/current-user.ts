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
