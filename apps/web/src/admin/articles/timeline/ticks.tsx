import type { TimelinePoint } from '@nightdesk/contracts'
import { memo } from 'react'

interface TicksProps {
  /** Their number is the position of now. */
  points: readonly TimelinePoint[]
}

/** Marks of publications and labels above the slider. For the eye only: the slider names those of its position. */
export const Ticks = memo(function Ticks({ points }: TicksProps) {
  const place = (index: number) => `${(100 * index) / points.length}%`
  return (
    <svg aria-hidden className="time-line-ticks">
      {points.map((point, index) => (
        <Tick key={point.id} point={point} x={place(index)} />
      ))}
    </svg>
  )
})

function Tick({ point, x }: { point: TimelinePoint; x: string }) {
  return (
    <>
      {point.is_publication && <line x1={x} x2={x} y1="9" y2="18" className="time-line-publication" />}
      {point.label && <circle cx={x} cy="4" r="4" className="time-line-label" />}
    </>
  )
}
