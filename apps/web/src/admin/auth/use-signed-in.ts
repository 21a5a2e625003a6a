import type { SignedIn } from '@nightdesk/contracts'
import { useNavigate, useSearchParams } from 'react-router'
import { useNotify } from '../notify.ts'
import { nextPage } from './next-page.ts'
import { storeSession } from './session.ts'

/** What follows a successful sign-in: remember it, greet, go on. */
export function useSignedIn() {
  const notify = useNotify()
  const navigate = useNavigate()
  const [search] = useSearchParams()

  return (session: SignedIn) => {
    storeSession(session)
    notify({
      kind: 'success',
      title: 'Welcome back!',
      description: `Successfully logged in as ${session.full_name}`,
    })
    navigate(nextPage(search), { replace: true })
  }
}
