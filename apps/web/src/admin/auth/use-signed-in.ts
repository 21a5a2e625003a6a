import type { SignedIn } from '@nightdesk/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { notify } from '../notify.ts'
import { nextPage } from './next-page.ts'
import { storeSession } from './session.ts'

/** Topic of the sign-in notifications, so that each attempt replaces the notification of the one before. */
export const SIGN_IN = 'sign-in'

/** After a sign-in: stores the session, shows a notification, and navigates on. */
export function useSignedIn() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [search] = useSearchParams()

  return (session: SignedIn) => {
    storeSession(session)
    // Cached data belongs to the user who was signed in before.
    queryClient.clear()
    notify({
      kind: 'success',
      title: 'Welcome back!',
      description: `Successfully logged in as ${session.full_name}`,
      topic: SIGN_IN,
    })
    navigate(nextPage(search), { replace: true })
  }
}
