import type { Role } from '@nightdesk/contracts'
import { api } from '../../api.ts'

/** The signed-in user. Fetched once; changes of the profile update it. */
export function useCurrentUser() {
  return api.profile.get.useQuery(
    {},
    {
      staleTime: Number.POSITIVE_INFINITY,
      meta: { failure: { title: 'Error', description: 'Failed to load profile' } },
    },
  )
}

/** Undefined while it is loading. */
export function useRole(): Role | undefined {
  return useCurrentUser().data?.role
}
