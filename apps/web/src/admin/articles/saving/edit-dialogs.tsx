import { lazy } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { LazyBoundary, usePrefetch } from '../../screen/lazy.tsx'
import { SignInHere } from '../../second-factors/sign-in-here.tsx'
import { isBehind } from './save-machine.ts'
import { useEditState, useWriting } from './writing-context.tsx'

const loadDialogs = () => import('./saving-dialogs.tsx')
const RecoveryNotice = lazy(async () => ({ default: (await loadDialogs()).RecoveryNotice }))
const ConflictDialog = lazy(async () => ({ default: (await loadDialogs()).ConflictDialog }))
const LeaveDialog = lazy(async () => ({ default: (await loadDialogs()).LeaveDialog }))

/** Above the text: a recoverable draft that needs a decision. */
export function RecoverableDraftPrompt() {
  const recoverable = useEditState((state) => state.recoverable)
  return (
    <LazyBoundary name="An offer of changes on this device">
      {recoverable && <RecoveryNotice key={recoverable.updated_at} recoverable={recoverable} />}
    </LazyBoundary>
  )
}

/** Modal dialogs over the text, which stays mounted below. */
export function EditDialogs() {
  const { user, signedIn, signInLater } = useWriting().draftEditor
  const conflict = useEditState((state) => state.conflict)
  const asksToSignIn = useEditState((state) => state.asksToSignIn)
  usePrefetch(loadDialogs)
  return (
    <>
      <LazyBoundary name="What was saved meanwhile">
        {conflict && <ConflictDialog conflict={conflict} />}
      </LazyBoundary>
      <SignInHere open={asksToSignIn} user={user} onDone={signedIn} onClose={signInLater} />
      <LeaveGuard />
    </>
  )
}

/** Confirms leaving only when images are being uploaded or the journal is broken. Otherwise nothing is lost. */
function LeaveGuard() {
  const { draftEditor, isNew } = useWriting()
  const isUploading = () => {
    // The first save navigates by itself, and its notification mentions missing images.
    const isCreated = isNew && draftEditor.getState().save.saved > 0
    return !isCreated && draftEditor.isUploading()
  }
  const isLosing = () => {
    const { save, isJournalBroken } = draftEditor.getState()
    return isUploading() || (isJournalBroken && isBehind(save))
  }
  useBeforeUnload((event) => isLosing() && event.preventDefault())
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isLosing(),
  )
  return (
    // A new boundary for each attempt, so that each failure is announced.
    <LazyBoundary key={blocker.state} name="The question whether to leave" onFailed={blocker.reset}>
      {blocker.state === 'blocked' && (
        <LeaveDialog isUploading={isUploading()} onStay={blocker.reset} onLeave={blocker.proceed} />
      )}
    </LazyBoundary>
  )
}
