import type { SignedIn } from '@nightdesk/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { useNotify } from '../notify.ts'
import { nextPage } from './next-page.ts'
import { storeSession } from './session.ts'

/** The topic of its notices: what became of the last attempt replaces what became of the one before. */
export const SIGN_IN = 'sign-in'

/** What follows a successful sign-in: remember it, greet, go on. */
export function useSignedIn() {
  const notify = useNotify()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [search] = useSearchParams()

  return (session: SignedIn) => {
    storeSession(session)
    // What is still here was read by whoever was signed in before.
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
