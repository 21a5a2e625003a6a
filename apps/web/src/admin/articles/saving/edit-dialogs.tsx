import type { ArticleState } from '@nightdesk/contracts'
import { lazy, type RefObject } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { mustEnrol } from '../../auth/session.ts'
import { LazyBoundary, usePrefetch } from '../../screen/lazy.tsx'
import type { DraftEditor } from './draft-editor.ts'
import { isBehind } from './save-machine.ts'
import type { FormHandle } from './writing-context.tsx'
import { useEditState } from './writing-context.tsx'

const loadConflictDialog = () => import('./saving-dialogs.tsx')
const loadSignInDialog = () => import('../../auth/sign-in-dialog.tsx')
const ConflictDialog = lazy(async () => ({ default: (await loadConflictDialog()).ConflictDialog }))
const SignInDialog = lazy(async () => ({ default: (await loadSignInDialog()).SignInDialog }))
const EnrolDialog = lazy(async () => ({
  default: (await import('../../second-factors/enrol.tsx')).EnrolDialog,
}))
const RecoveryNotice = lazy(async () => ({
  default: (await import('./saving-dialogs.tsx')).RecoveryNotice,
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

const loadDialog = () => import('./saving-dialogs.tsx')
const LeaveDialog = lazy(async () => ({ default: (await loadDialog()).LeaveDialog }))

interface LeaveGuardProps {
  draftEditor: DraftEditor
  form: RefObject<FormHandle | null>
  /** Of the article; undefined before the first save. */
  state?: ArticleState
}

/** Confirms leaving only when images are being uploaded or the journal is broken. Otherwise nothing is lost. */
export function LeaveGuard({ draftEditor, form, state }: LeaveGuardProps) {
  /** The first save navigates by itself, and its notification mentions missing images. */
  const isCreated = () => state === undefined && draftEditor.getState().save.saved > 0
  const isUploading = () => !isCreated() && (form.current?.pendingUploads() ?? 0) > 0
  useBeforeUnload((event) => isUploading() && event.preventDefault())
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (currentLocation.pathname === nextLocation.pathname) return false
    return isUploading() || isLosing(draftEditor)
  })
  usePrefetch(loadDialog)
  return (
    // A new boundary for each attempt, so that each failure is announced.
    <LazyBoundary key={blocker.state} name="The question whether to leave" onFailed={blocker.reset}>
      {blocker.state === 'blocked' && (
        <LeaveDialog isUploading={isUploading()} onStay={blocker.reset} onLeave={blocker.proceed} />
      )}
    </LazyBoundary>
  )
}

function isLosing(draftEditor: DraftEditor): boolean {
  const { save, isJournalBroken } = draftEditor.getState()
  return isJournalBroken && isBehind(save)
}
