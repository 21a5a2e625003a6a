import { lazy } from 'react'
import { mustEnrol } from '../../auth/session.ts'
import { LazyBoundary } from '../../screen/lazy-boundary.tsx'
import { usePrefetch } from '../../screen/use-prefetch.ts'
import type { DraftEditor } from './draft-editor.ts'
import { useEditState } from './use-draft-editor.ts'

const loadConflictDialog = () => import('./merge/conflict-dialog.tsx')
const loadSignInDialog = () => import('../../auth/sign-in-dialog.tsx')
const ConflictDialog = lazy(async () => ({ default: (await loadConflictDialog()).ConflictDialog }))
const SignInDialog = lazy(async () => ({ default: (await loadSignInDialog()).SignInDialog }))
const EnrolDialog = lazy(async () => ({
  default: (await import('../../second-factors/enrol.tsx')).EnrolDialog,
}))
const RecoveryNotice = lazy(async () => ({
  default: (await import('./recovery/recovery-notice.tsx')).RecoveryNotice,
}))

/** Above the text: recoverable drafts that need a decision. */
export function RecoverableDraftPrompt({ draftEditor }: { draftEditor: DraftEditor }) {
  const recoverable = useEditState(draftEditor, (state) => state.recoverable)
  return (
    <LazyBoundary name="An offer of unsaved changes">
      {recoverable && <RecoveryNotice key={recoverable.updated_at} recoverable={recoverable} />}
    </LazyBoundary>
  )
}

/** Modal dialogs over the text, which stays mounted below. */
export function EditDialogs({ draftEditor }: { draftEditor: DraftEditor }) {
  const conflict = useEditState(draftEditor, (state) => state.conflict)
  const asksToSignIn = useEditState(draftEditor, (state) => state.asksToSignIn)
  usePrefetch(loadConflictDialog)
  usePrefetch(loadSignInDialog)
  return (
    <>
      <LazyBoundary name="What was saved meanwhile">
        {conflict && <ConflictDialog conflict={conflict} />}
      </LazyBoundary>
      <LazyBoundary name="Sign-in">
        {asksToSignIn && mustEnrol() && (
          <EnrolDialog onDone={draftEditor.signedIn} onClose={draftEditor.signInLater} />
        )}
        {asksToSignIn && !mustEnrol() && (
          <SignInDialog
            user={draftEditor.user}
            onSignedIn={draftEditor.signedIn}
            onClose={draftEditor.signInLater}
          />
        )}
      </LazyBoundary>
    </>
  )
}
