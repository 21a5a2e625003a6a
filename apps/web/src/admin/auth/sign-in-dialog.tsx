import type { SignedIn } from '@nightdesk/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { LoginForm } from './login-form.tsx'
import { readUserId, readUsername, storeSession } from './session.ts'

interface SignInDialogProps {
  /** Id of the author of the unsaved changes. */
  user: number
  /** The same user has signed in. */
  onSignedIn(): void
  /** The dialog was closed without sign-in. */
  onClose(): void
}

/** Signs in over a page with unsaved changes, which stays mounted. */
export function SignInDialog({ user, onSignedIn, onClose }: SignInDialogProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [username] = useState(readUsername)
  // Read before the dialog takes the focus.
  const [returnTo] = useState(() => document.activeElement as HTMLElement | null) // no SVG element has the focus here
  const [stranger, setStranger] = useState(() => (readUserId() === null ? null : readUsername()))

  function goOn(session: SignedIn) {
    storeSession(session)
    if (readUserId() === user) return onSignedIn()
    // Cached data belongs to the user who was signed in before.
    queryClient.clear()
    setStranger(session.username)
  }

  if (stranger !== null) {
    return (
      <Dialog
        open
        title={`You are signed in as ${stranger}`}
        description="This text was written by somebody else who signed in before. It is kept for them."
        onClose={() => setStranger(null)}
      >
        <Button variant="secondary" onClick={() => setStranger(null)}>
          Sign in as them
        </Button>
        <Button onClick={() => navigate(paths.admin.dashboard)}>Leave this page</Button>
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      isUnasked
      title="Sign in to go on"
      returnTo={returnTo}
      description="Your session has ended. What you wrote is still here, and is saved as soon as you are back."
      onClose={onClose}
      body={<LoginForm username={username ?? undefined} isUnasked onSignedIn={goOn} />}
    >
      <Button variant="ghost" onClick={onClose}>
        Not now
      </Button>
    </Dialog>
  )
}
