import './no-eval.ts'
import './admin.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { api, createApiClient } from '../api.ts'
import { Toasts } from '../ui/toast.tsx'
import { answerConfirmation } from './auth/confirmation.ts'
import { enrolPath, loginPath, needsSession } from './auth/next-page.ts'
import { onEnrolmentRequired, onSessionEnded, onUserReplaced, readUserId } from './auth/session.ts'
import { manager } from './notify.ts'
import { createQueryClient } from './query-client.ts'
import { createRouter } from './router.tsx'

const queryClient = createQueryClient()
const apiClient = createApiClient()
const router = createRouter()

onEnrolmentRequired(() => router.navigate(enrolPath(router.state.location), { replace: true }))
// A link to set a password may be open beside the admin.
const isOfSession = () => needsSession(router.state.location.pathname)
onSessionEnded(
  (ended) => isOfSession() && router.navigate(loginPath(router.state.location), { state: { ended } }),
)
onUserReplaced(() => isOfSession() && location.reload())

// Back, or the end of the session: what should be confirmed is not on the screen any more.
router.subscribe(() => answerConfirmation(false))

let shown = { pathname: router.state.location.pathname, user: readUserId() }
router.subscribe(({ location: { pathname } }) => {
  if (pathname === shown.pathname) return
  const user = readUserId()
  // Cached data belongs to the user of the screen before. Another one may have signed in, here or in another tab.
  if (user !== shown.user) queryClient.clear()
  shown = { pathname, user }
})

const root = document.getElementById('root')
if (!root) throw new Error('The admin page has no #root')

createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <api.Provider client={apiClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <Toasts manager={manager}>
            <RouterProvider router={router} />
          </Toasts>
        </QueryClientProvider>
      </api.Provider>
    </CSPProvider>
  </StrictMode>,
)
