import type { ArticleState } from '@nightdesk/contracts'
import { useBlocker } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { isBehind, isUnsaved } from './save-machine.ts'
import type { Writing } from './writing.ts'

interface LeaveGuardProps {
  writing: Writing
  /** Of the article; undefined for one that does not exist yet. */
  state?: ArticleState
}

/**
 * Asks before text is left that is kept nowhere, and before readers are left with an older one. A draft is kept, and
 * offered when it is opened again.
 */
export function LeaveGuard({ writing, state }: LeaveGuardProps) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (currentLocation.pathname === nextLocation.pathname) return false
    return isLosing(writing) || (state === 'published' && isUnsaved(writing.view().save))
  })
  const stay = () => blocker.reset?.()
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      title="Leave without saving?"
      description={
        isLosing(writing)
          ? 'Your changes to this article have not been saved.'
          : 'Your changes are kept for you, but readers do not see them before you save.'
      }
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

function isLosing(writing: Writing): boolean {
  const { save, isJournalBroken } = writing.view()
  return isJournalBroken && isBehind(save)
}
