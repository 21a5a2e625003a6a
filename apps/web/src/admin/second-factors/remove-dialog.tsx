import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

interface RemoveDialogProps {
  /** The question; null while the dialog is closed. */
  title: string | null
  description: string
  onRemove(): void
  onClose(): void
}

/** Asks before a factor is removed. */
export function RemoveDialog({ title, description, onRemove, onClose }: RemoveDialogProps) {
  function remove() {
    onRemove()
    onClose()
  }
  return (
    <Dialog open={title !== null} title={title ?? ''} description={description} onClose={onClose}>
      <Button variant="secondary" onClick={onClose}>
        Cancel
      </Button>
      <Button variant="danger" onClick={remove}>
        Remove
      </Button>
    </Dialog>
  )
}
