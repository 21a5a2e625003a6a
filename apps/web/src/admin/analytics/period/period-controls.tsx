import type { Period } from '@nightdesk/contracts'
import { Button } from '../../../ui/button.tsx'
import { Segments } from '../../../ui/segments.tsx'

const PERIOD_LABELS: { value: Period; label: string }[] = [
  { value: 'today', label: 'Today' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: 'all', label: 'All' },
]

interface PeriodControlsProps {
  period: Period
  onChange(period: Period): void
  /** When the figures were computed. */
  asOf: string | undefined
  onExport: (() => void) | undefined
}

/** The choice of the period, the time of the figures, and the export. */
export function PeriodControls({ period, onChange, asOf, onExport }: PeriodControlsProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <Segments label="Period" options={PERIOD_LABELS} value={period} onChange={onChange} />
      <div className="flex flex-wrap items-center gap-3">
        {asOf && <p className="text-xs text-muted">Data as of {asOf}</p>}
        <Button variant="secondary" size="sm" disabled={!onExport} onClick={onExport}>
          Export CSV
        </Button>
      </div>
    </div>
  )
}
