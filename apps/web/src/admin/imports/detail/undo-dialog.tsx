import type { Import } from '@nightdesk/contracts'
import { formatCount } from '../../../format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useImportActions } from './use-import.ts'

/** Asks before an import is undone. */
export function UndoDialog({ shown: { id, counts }, onClose }: { shown: Import; onClose(): void }) {
  const { undo } = useImportActions(id)
  return (
    <Dialog
      open
      title="Undo this import?"
      description={`${formatCount(counts.done, 'story', 'stories')} that it brought in ${counts.done === 1 ? 'is' : 'are'} deleted, with the tags, people, pictures and redirects that nothing else uses. Stories that were edited since stay.`}
      onClose={onClose}
    >
      <Button variant="secondary" onClick={onClose}>
        Cancel
      </Button>
      <Button variant="danger" isBusy={undo.isPending} onClick={() => undo.mutate({ id })}>
        Undo the import
      </Button>
    </Dialog>
  )
}
