import type { Import } from '@nightdesk/contracts'
import { formatNumber } from '../../../format.ts'
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
      description={`${describe(counts.done)} deleted, with the tags, people, pictures and redirects that nothing else uses. Stories that were edited since stay.`}
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

const describe = (count: number) =>
  count === 1
    ? 'The story that it brought in is'
    : `The ${formatNumber(count)} stories that it brought in are`
