import { lazy, Suspense, useEffect } from 'react'
import { useWritingView } from './use-writing.ts'
import type { Writing } from './writing.ts'

const loadConflictDialog = () => import('./conflict-dialog.tsx')
const loadSignInDialog = () => import('../../auth/sign-in-dialog.tsx')
const ConflictDialog = lazy(async () => ({ default: (await loadConflictDialog()).ConflictDialog }))
const SignInDialog = lazy(async () => ({ default: (await loadSignInDialog()).SignInDialog }))
const RestoreOffer = lazy(async () => ({ default: (await import('./restore-offer.tsx')).RestoreOffer }))

/** When nobody waits for anything else any more. */
const FETCH_AFTER_MS = 5_000

/** Above the text: unsaved work that was found when it was opened. */
export function LeftWork({ writing }: { writing: Writing }) {
  const offer = useWritingView(writing, (view) => view.offer)
  return <Suspense fallback={null}>{offer && <RestoreOffer key={offer.updated_at} offer={offer} />}</Suspense>
}

/** What lies over the text while something has to be decided. The text stays below it. */
export function WritingDialogs({ writing }: { writing: Writing }) {
  const conflict = useWritingView(writing, (view) => view.conflict)
  const asksToSignIn = useWritingView(writing, (view) => view.asksToSignIn)
  useEffect(() => {
    // Ahead of need: by then the line may be down, or a new release may have replaced the files.
    const fetchAll = () => void Promise.allSettled([loadConflictDialog(), loadSignInDialog()])
    const timer = setTimeout(fetchAll, FETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Suspense fallback={null}>
      {conflict && <ConflictDialog conflict={conflict} />}
      {asksToSignIn && (
        <SignInDialog user={writing.user} onSignedIn={writing.signedIn} onClose={writing.signInLater} />
      )}
    </Suspense>
  )
}
