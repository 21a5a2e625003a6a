import type { ArticleState } from '@nightdesk/contracts'
import type { RefObject } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import type { FormHandle } from '../../form/use-form-text.ts'
import type { DraftEditor } from '../draft-editor.ts'
import { isBehind } from '../machine/save-machine.ts'

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
  const stay = () => blocker.reset?.()
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      title="Leave without saving?"
      description={describeLoss(isUploading())}
      onClose={stay}
    >
      <Button variant="secondary" onClick={stay}>
        Stay
      </Button>
      <Button variant="danger" onClick={() => blocker.proceed?.()}>
        Leave
      </Button>
    </Dialog>
  )
}

function describeLoss(isUploading: boolean): string {
  if (isUploading) return 'Some images are not uploaded yet. The article will not have them.'
  return 'Your changes to this article have not been saved.'
}

function isLosing(draftEditor: DraftEditor): boolean {
  const { save, isJournalBroken } = draftEditor.getState()
  return isJournalBroken && isBehind(save)
}
