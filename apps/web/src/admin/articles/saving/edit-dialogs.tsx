import { type Location, useBeforeUnload, useBlocker } from 'react-router'
import { AFTER_WRITING } from '../../screen/focus-mode.ts'
import { lazyPart, usePrefetch } from '../../screen/lazy.tsx'
import { SignInHere } from '../../second-factors/sign-in-here.tsx'
import { isBehind } from './save-machine.ts'
import { useEditState, useWriting } from './writing-context.tsx'

const loadDialogs = () => import('./saving-dialogs.tsx')
const RecoveryNotice = lazyPart(
  'An offer of changes on this device',
  async () => (await loadDialogs()).RecoveryNotice,
)
const ConflictDialog = lazyPart('What was saved meanwhile', async () => (await loadDialogs()).ConflictDialog)
const LeaveDialog = lazyPart('The question whether to leave', async () => (await loadDialogs()).LeaveDialog, {
  onFailed: ({ onStay }) => onStay(),
})

/** Above the text: a recoverable draft that needs a decision. */
export function RecoverableDraftPrompt() {
  const recoverable = useEditState((state) => state.recoverable)
  return recoverable && <RecoveryNotice key={recoverable.updated_at} recoverable={recoverable} />
}

/** Modal dialogs over the text, which stays mounted below. */
export function EditDialogs() {
  const { user, signedIn, signInLater } = useWriting().draftEditor
  const conflict = useEditState((state) => state.conflict)
  const asksToSignIn = useEditState((state) => state.asksToSignIn)
  usePrefetch(loadDialogs)
  return (
    <>
      {conflict && <ConflictDialog conflict={conflict} />}
      <SignInHere open={asksToSignIn} user={user} onDone={signedIn} onClose={signInLater} />
      <LeaveGuard />
    </>
  )
}

/** Confirms leaving only when images are being uploaded or the journal is broken. Otherwise nothing is lost. */
function LeaveGuard() {
  const { draftEditor, isNew } = useWriting()
  const isLosing = () => {
    const { save, isJournalBroken } = draftEditor.getState()
    return draftEditor.isUploading() || (isJournalBroken && isBehind(save))
  }
  useBeforeUnload((event) => isLosing() && event.preventDefault())
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    // The first save navigates by itself, and its notification mentions missing images.
    const isBySave = historyAction !== 'POP' && nextLocation.state === AFTER_WRITING
    return !isBySave && isLeft(currentLocation, nextLocation, isNew) && isLosing()
  })
  if (blocker.state !== 'blocked') return null
  return (
    <LeaveDialog isUploading={draftEditor.isUploading()} onStay={blocker.reset} onLeave={blocker.proceed} />
  )
}

/** New texts have one path. Each has its key in the address from its first edit on. */
function isLeft(now: Location, next: Location, isNew: boolean): boolean {
  if (now.pathname !== next.pathname) return true
  const [key, nextKey] = [keyIn(now), keyIn(next)]
  return isNew && (nextKey === null || (key !== null && key !== nextKey))
}

const keyIn = ({ search }: Location) => new URLSearchParams(search).get('copy')
