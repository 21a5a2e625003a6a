import type { ArticleState } from '@nightdesk/contracts'
import type { RefObject } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { FormHandle } from '../../form/article-form.tsx'
import type { DraftEditor } from '../draft-editor.ts'
import { isBehind } from '../machine/save-machine.ts'

interface LeaveGuardProps {
  draftEditor: DraftEditor
  form: RefObject<FormHandle | null>
  /** Of the article; undefined for one that does not exist yet. */
  state?: ArticleState
}

/** Asks before text or images are left that are kept nowhere. Everything else is there when it is opened again. */
export function LeaveGuard({ draftEditor, form, state }: LeaveGuardProps) {
  /** A new article that was just made leads on by itself, and says what it lacks. */
  const isMade = () => state === undefined && draftEditor.view().save.saved > 0
  const isUploading = () => !isMade() && (form.current?.pendingUploads() ?? 0) > 0
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
  const { save, isJournalBroken } = draftEditor.view()
  return isJournalBroken && isBehind(save)
}
