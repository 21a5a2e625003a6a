import { lazy, Suspense } from 'react'
import { useWritingView } from './use-writing.ts'
import type { Writing } from './writing.ts'

const ConflictDialog = lazy(async () => ({ default: (await import('./conflict-dialog.tsx')).ConflictDialog }))
const SignInDialog = lazy(async () => ({
  default: (await import('../../auth/sign-in-dialog.tsx')).SignInDialog,
}))
const RestoreOffer = lazy(async () => ({ default: (await import('./restore-offer.tsx')).RestoreOffer }))

/** Above the text: unsaved work that was found when it was opened. */
export function LeftWork({ writing }: { writing: Writing }) {
  const offer = useWritingView(writing, (view) => view.offer)
  return <Suspense fallback={null}>{offer && <RestoreOffer key={offer.updated_at} offer={offer} />}</Suspense>
}

/** What lies over the text while something has to be decided. The text stays below it. */
export function WritingDialogs({ writing }: { writing: Writing }) {
  const conflict = useWritingView(writing, (view) => view.conflict)
  const asksToSignIn = useWritingView(writing, (view) => view.asksToSignIn)
  return (
    <Suspense fallback={null}>
      {conflict && <ConflictDialog conflict={conflict} />}
      {asksToSignIn && (
        <SignInDialog user={writing.user} onSignedIn={writing.signedIn} onClose={writing.signInLater} />
      )}
    </Suspense>
  )
}
