import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'

interface LeaveDialogProps {
  isUploading: boolean
  onStay(): void
  onLeave(): void
}

/** Asks whether to leave an article and lose what is not saved. */
export function LeaveDialog({ isUploading, onStay, onLeave }: LeaveDialogProps) {
  return (
    <Dialog open title="Leave without saving?" description={describeLoss(isUploading)} onClose={onStay}>
      <Button variant="secondary" onClick={onStay}>
        Stay
      </Button>
      <Button variant="danger" onClick={onLeave}>
        Leave
      </Button>
    </Dialog>
  )
}

function describeLoss(isUploading: boolean): string {
  if (isUploading) return 'Some images are not uploaded yet. The article will not have them.'
  return 'Your changes to this article have not been saved.'
}
