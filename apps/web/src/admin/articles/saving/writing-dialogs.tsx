import { lazy, Suspense } from 'react'
import { useWritingView } from './use-writing.ts'
import type { Writing } from './writing.ts'

const ConflictDialog = lazy(async () => ({ default: (await import('./conflict-dialog.tsx')).ConflictDialog }))
const SignInDialog = lazy(async () => ({
  default: (await import('../../auth/sign-in-dialog.tsx')).SignInDialog,
}))

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
