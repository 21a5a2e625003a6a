import { lazy } from 'react'
import { Part } from '../../layout/part.tsx'
import { useFetchAhead } from '../../layout/use-fetch-ahead.ts'
import { useWritingView } from './use-writing.ts'
import type { Writing } from './writing.ts'

const loadConflictDialog = () => import('./conflict-dialog.tsx')
const loadSignInDialog = () => import('../../auth/sign-in-dialog.tsx')
const ConflictDialog = lazy(async () => ({ default: (await loadConflictDialog()).ConflictDialog }))
const SignInDialog = lazy(async () => ({ default: (await loadSignInDialog()).SignInDialog }))
const RestoreOffer = lazy(async () => ({ default: (await import('./restore-offer.tsx')).RestoreOffer }))

/** Above the text: unsaved work that was found when it was opened. */
export function LeftWork({ writing }: { writing: Writing }) {
  const offer = useWritingView(writing, (view) => view.offer)
  return (
    <Part name="An offer of unsaved changes">
      {offer && <RestoreOffer key={offer.updated_at} offer={offer} />}
    </Part>
  )
}

/** What lies over the text while something has to be decided. The text stays below it. */
export function WritingDialogs({ writing }: { writing: Writing }) {
  const conflict = useWritingView(writing, (view) => view.conflict)
  const asksToSignIn = useWritingView(writing, (view) => view.asksToSignIn)
  useFetchAhead(loadConflictDialog)
  useFetchAhead(loadSignInDialog)
  return (
    <>
      <Part name="What was saved meanwhile">{conflict && <ConflictDialog conflict={conflict} />}</Part>
      <Part name="Sign-in">
        {asksToSignIn && (
          <SignInDialog user={writing.user} onSignedIn={writing.signedIn} onClose={writing.signInLater} />
        )}
      </Part>
    </>
  )
}
