import type { Blocker } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Asks before unsaved changes are left behind. */
export function LeaveDialog({ blocker }: { blocker: Blocker }) {
  const stay = () => blocker.reset?.()
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      title="Leave without saving?"
      description="Your changes to this article have not been saved."
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
