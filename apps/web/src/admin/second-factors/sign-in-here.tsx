import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { keepPageOpen, mustEnrol, onSignedIn, readUserId } from '../auth/session.ts'
import { lazyPart, usePrefetch } from '../screen/lazy.tsx'

const loadSignInDialog = () => import('../auth/sign-in-dialog.tsx')
const SignInDialog = lazyPart('Sign-in', async () => (await loadSignInDialog()).SignInDialog)
const EnrolDialog = lazyPart('Sign-in', async () => (await import('./enrol.tsx')).EnrolDialog)

interface SignInHereProps {
  open: boolean
  /** Id of the author of the unsaved changes. */
  user: number
  /** The same user has signed in, or has the second factor that their role needs. */
  onDone(): void
  onClose(): void
}

/** Asks for what the server wants after the session ended, over a page with unsaved changes, which stays mounted. */
export function SignInHere({ open, user, onDone, onClose }: SignInHereProps) {
  usePrefetch(loadSignInDialog)
  if (!open) return null
  return mustEnrol() ? (
    <EnrolDialog onDone={onDone} onClose={onClose} />
  ) : (
    <SignInDialog user={user} onSignedIn={onDone} onClose={onClose} />
  )
}

interface KeepOpenProps {
  /** Whether something would be lost with the page. */
  isUnsaved: boolean
  /** Called when the session goes on. */
  onSignedIn?(): void
}

/** Keeps a page with unsaved changes open when the session ends, and asks for sign-in over it. */
export function KeepOpen({ isUnsaved, onSignedIn: goOn }: KeepOpenProps) {
  const queries = useQueryClient()
  const [user] = useState(() => readUserId() ?? 0)
  const [isAsked, setAsked] = useState(false)
  const takeOver = useEffectEvent(() => {
    setAsked(isUnsaved)
    return isUnsaved
  })
  const signedIn = useEffectEvent(() => {
    if (!isAsked || readUserId() !== user) return
    setAsked(false)
    void queries.invalidateQueries()
    goOn?.()
  })
  useEffect(() => keepPageOpen(() => takeOver()), [])
  useEffect(() => onSignedIn(() => signedIn()), [])
  return <SignInHere open={isAsked} user={user} onDone={() => signedIn()} onClose={() => setAsked(false)} />
}
