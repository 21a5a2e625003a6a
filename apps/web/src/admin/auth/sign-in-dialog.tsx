import type { SignedIn } from '@nightdesk/contracts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoginForm } from './login.tsx'
import { readUserId, readUsername, storeSession } from './session.ts'

interface SignInDialogProps {
  /** Id of the author of the unsaved changes. */
  user: number
  /** The same user has signed in. */
  onSignedIn(): void
  onClose(): void
}

/** Signs in over a page with unsaved changes, which stays mounted. */
export function SignInDialog({ user, onSignedIn, onClose }: SignInDialogProps) {
  const [username] = useState(readUsername)
  // Read before the dialog takes the focus.
  const [returnTo] = useState(() => document.activeElement as HTMLElement | null) // no SVG element has the focus here
  /** Name of another user who has signed in meanwhile. */
  const [otherUser, setOtherUser] = useState(() => (readUserId() === null ? null : readUsername()))

  function goOn(session: SignedIn) {
    storeSession(session)
    if (readUserId() === user) return onSignedIn()
    setOtherUser(session.username)
  }

  if (otherUser !== null) return <OtherUserDialog username={otherUser} onSignIn={() => setOtherUser(null)} />
  return (
    <Dialog
      open
      isUnprompted
      title="Sign in to go on"
      returnTo={returnTo}
      description="Your session has ended. What you wrote is still here: you go on where you were."
      onClose={onClose}
      body={<LoginForm username={username ?? undefined} isUnprompted onSignedIn={goOn} />}
    >
      <Button variant="ghost" onClick={onClose}>
        Not now
      </Button>
    </Dialog>
  )
}

interface OtherUserDialogProps {
  username: string
  onSignIn(): void
}

/** The signed-in user is not the author, so the text must not be saved. */
function OtherUserDialog({ username, onSignIn }: OtherUserDialogProps) {
  const navigate = useNavigate()
  return (
    <Dialog
      open
      title={`You are signed in as ${username}`}
      description="This text was written by somebody else who signed in before. It is kept for them."
      onClose={onSignIn}
    >
      <Button onClick={onSignIn}>Sign in as them</Button>
      <Button variant="primary" onClick={() => navigate(paths.admin.dashboard)}>
        Leave this page
      </Button>
    </Dialog>
  )
}
