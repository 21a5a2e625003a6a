import type { Import } from '@nightdesk/contracts'
import { formatCount, formatNumber } from '../../../format.ts'
import { Card } from '../../../ui/card.tsx'
import { Progress } from '../../../ui/progress.tsx'

type State = 'reading' | 'running' | 'undoing'

const TITLES: Record<State, string> = {
  reading: 'Reading the file',
  running: 'Importing',
  undoing: 'Undoing the import',
}

const ELSEWHERE = 'You can leave this page: it goes on without you.'

/** The progress of an import. */
export function UnderWay({ shown: { state, progress, is_upload } }: { shown: Import }) {
  const title = TITLES[state as State] // the screen shows it in these states only
  const isForeign = !is_upload && state !== 'undoing'
  return (
    <Card title={title}>
      <div className="flex max-w-xl flex-col gap-3">
        <Progress label={title} value={fractionOf(progress)} />
        <p className="tabular-nums">{describe(progress)}</p>
        <p className="text-muted">
          {isForeign ? 'It was begun with the command line, and goes on there.' : ELSEWHERE}
        </p>
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
