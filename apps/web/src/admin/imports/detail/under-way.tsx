import type { Import, ImportState } from '@nightdesk/contracts'
import { useState } from 'react'
import { formatCount, formatNumber } from '../../../format.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import { useImportActions } from './use-import.ts'

/** The states in which an import is under way. */
export const UNDER_WAY: Partial<Record<ImportState, string>> = {
  reading: 'Reading the file',
  running: 'Importing',
  undoing: 'Undoing the import',
}

interface UnderWayProps {
  title: string
  shown: Import
}

export function UnderWay({ title, shown }: UnderWayProps) {
  const { progress, state } = shown
  return (
    <Card title={title}>
      <div className="flex max-w-xl flex-col gap-3">
        <Progress label={title} value={fractionOf(progress)} />
        <p className="tabular-nums">{describe(progress)}</p>
        <p className="text-muted">You can leave this page: it goes on without you.</p>
        {state !== 'undoing' && <Cancel shown={shown} />}
      </div>
    </Card>
  )
}

/** Nothing is written while a file is read. Later, what came in is taken back. */
function Cancel({ shown }: { shown: Import }) {
  const { id, state } = shown
  const { remove } = useImportActions(id)
  const [isAsking, setAsking] = useState(false)
  const cancel = () => (state === 'reading' ? remove.mutate({ id }) : setAsking(true))
  return (
    <div>
      <Button variant="secondary" isBusy={remove.isPending} onClick={cancel}>
        Cancel the import
      </Button>
      {isAsking && <UndoDialog shown={shown} onClose={() => setAsking(false)} />}
    </div>
  )
}

function fractionOf(progress: Import['progress']): number | null {
  if (!progress?.total) return null
  return progress.done / progress.total
}

function describe(progress: Import['progress']): string {
  if (!progress) return 'Waiting for the worker…'
  const { done, total } = progress
  return total === null
    ? `${formatCount(done, 'item')} so far`
    : `${formatNumber(done)} of ${formatCount(total, 'item')}`
}
