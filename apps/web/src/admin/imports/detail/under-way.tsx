import type { Import, ImportState } from '@nightdesk/contracts'
import { formatCount, formatNumber } from '../../../format.ts'
import { Card } from '../../../ui/card.tsx'
import { Progress } from '../../../ui/progress.tsx'

/** The states in which an import is under way. */
export const UNDER_WAY: Partial<Record<ImportState, string>> = {
  reading: 'Reading the file',
  running: 'Importing',
  undoing: 'Undoing the import',
}

interface UnderWayProps {
  title: string
  progress: Import['progress']
}

export function UnderWay({ title, progress }: UnderWayProps) {
  return (
    <Card title={title}>
      <div className="flex max-w-xl flex-col gap-3">
        <Progress label={title} value={fractionOf(progress)} />
        <p className="tabular-nums">{describe(progress)}</p>
        <p className="text-muted">You can leave this page: it goes on without you.</p>
      </div>
    </Card>
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
