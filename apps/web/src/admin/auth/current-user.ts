import type { Role } from '@nightdesk/contracts'
import { api } from '../../api.ts'

/** Whoever is signed in. Asked for once; a change of the profile updates it. */
export function useCurrentUser() {
  return api.profile.get.useQuery(
    {},
    {
      staleTime: Number.POSITIVE_INFINITY,
      meta: { failure: { title: 'Error', description: 'Failed to load profile' } },
    },
  )
}

/** Undefined until it is known. */
export function useRole(): Role | undefined {
  return useCurrentUser().data?.role
}
