import type { ArticleState } from '@nightdesk/contracts'
import type { RefObject } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { FormHandle } from '../article-form.tsx'
import { isBehind } from './save-machine.ts'
import type { Writing } from './writing.ts'

interface LeaveGuardProps {
  writing: Writing
  form: RefObject<FormHandle | null>
  /** Of the article; undefined for one that does not exist yet. */
  state?: ArticleState
}

/** Asks before text or images are left that are kept nowhere. Everything else is there when it is opened again. */
export function LeaveGuard({ writing, form, state }: LeaveGuardProps) {
  /** A new article that was just made leads on by itself, and says what it lacks. */
  const isMade = () => state === undefined && writing.view().save.saved > 0
  const isUploading = () => !isMade() && (form.current?.pendingUploads() ?? 0) > 0
  useBeforeUnload((event) => isUploading() && event.preventDefault())
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (currentLocation.pathname === nextLocation.pathname) return false
    return isUploading() || isLosing(writing)
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

function isLosing(writing: Writing): boolean {
  const { save, isJournalBroken } = writing.view()
  return isJournalBroken && isBehind(save)
}
