import type { ArticleState } from '@nightdesk/contracts'
import { lazy, type RefObject } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { LazyBoundary } from '../../../screen/lazy-boundary.tsx'
import { usePrefetch } from '../../../screen/use-prefetch.ts'
import type { FormHandle } from '../../form/use-form-text.ts'
import type { DraftEditor } from '../draft-editor.ts'
import { isBehind } from '../machine/save-machine.ts'

const loadDialog = () => import('./leave-dialog.tsx')
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
