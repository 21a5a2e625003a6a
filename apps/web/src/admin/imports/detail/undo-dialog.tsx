import type { Import } from '@nightdesk/contracts'
import { formatNumber } from '../../../format.ts'
import { Question } from '../../../ui/overlays/dialog.tsx'
import { useImportActions } from './use-import.ts'

/** Asks before an import is undone, which ends one that runs. */
export function UndoDialog({ shown: { id, counts, state }, onClose }: { shown: Import; onClose(): void }) {
  const { undo } = useImportActions(id)
  const isRunning = state === 'running'
  return (
    <Question
      open
      title={isRunning ? 'Cancel this import?' : 'Undo this import?'}
      description={`${describe(counts.done)} deleted, with the tags, people, pictures and redirects that nothing else uses. Stories that were edited since stay.`}
      onClose={onClose}
      yes={isRunning ? 'Cancel the import' : 'Undo the import'}
      no={isRunning ? 'Go on' : 'Cancel'}
      isBusy={undo.isPending}
      onYes={() => undo.mutate({ id })}
    />
  )
}

function describe(count: number): string {
  if (count === 1) return 'The story that it brought in is'
  return `The ${count === 0 ? '' : `${formatNumber(count)} `}stories that it brought in are`
}
