import type { Figure, Period } from '@nightdesk/contracts'
import { formatNumber, formatPercent } from '../../../format.ts'

interface ChangeProps {
  figure: Figure
  period: Period
  /** Rates change by percentage points, counts by percent. */
  isRate?: boolean
}

/** The change of a figure since the previous period. */
export function Change({ figure: { previous, change }, period, isRate = false }: ChangeProps) {
  if (previous === null) return null
  const before = isRate ? formatPercent(previous) : formatNumber(previous)
  // Comparing part of today with the whole of yesterday would mislead.
  if (period === 'today') return <>{before} in all of yesterday</>
  return (
    <>
      {change !== null && <Delta change={change} unit={isRate ? ' points' : '%'} />}
      {change !== null && ' · '}
      {before} in the {period} days before
    </>
  )
}

function Delta({ change, unit }: { change: number; unit: string }) {
  const size = `${formatNumber(Math.abs(change))}${unit}`
  if (change === 0) return <span className="font-medium">No change</span>
  return (
    <span className={`font-medium ${change > 0 ? 'text-success' : 'text-danger'}`}>
      <span aria-hidden>{change > 0 ? '↑' : '↓'}</span>
      <span className="sr-only">{change > 0 ? 'up' : 'down'}</span> {size}
    </span>
  )
}
