import type { TimelinePoint } from '@nightdesk/contracts'
import { memo, type Ref } from 'react'
import { Button } from '../../../ui/button.tsx'
import { measureTimeLine } from '../../screen/measure-bar.ts'
import { describePoint } from './positions.ts'

interface TimeLineBarProps {
  points: readonly TimelinePoint[]
  /** The highest version number. */
  newest: number
  /** The index of a point, or their number for now. */
  position: number
  slider: Ref<HTMLInputElement>
  onMove(position: number): void
  onReturn(): void
  isAlone: boolean
  onAloneChange(isAlone: boolean): void
}

/** The slider, with marks of publications and labels, and what it points at. */
export function TimeLineBar({ points, newest, position, slider, isAlone, ...on }: TimeLineBarProps) {
  const point = points[position]
  const description = point ? describePoint(point, newest) : 'Now'
  return (
    <section aria-label="Time line" ref={measureTimeLine} className="time-line">
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1">
        {/* The slider says it to screen readers. */}
        <p aria-hidden className="min-w-0 flex-1 basis-64 text-xs text-ink-2">
          {point ? description : 'Now. Drag to see an earlier version in the place of the text.'}
        </p>
        {point && (
          <>
            <Button
              variant="secondary"
              size="sm"
              aria-pressed={isAlone}
              onClick={() => on.onAloneChange(!isAlone)}
            >
              Only that moment
            </Button>
            <Button variant="secondary" size="sm" onClick={on.onReturn}>
              Back to now
            </Button>
          </>
        )}
      </div>
      <div className="time-line-track">
        <Ticks points={points} />
        <input
          ref={slider}
          type="range"
          aria-label="Version"
          aria-valuetext={description}
          min={0}
          max={points.length}
          value={position}
          onChange={({ target }) => on.onMove(target.valueAsNumber)}
        />
      </div>
    </section>
  )
}

interface TicksProps {
  /** Their number is the position of now. */
  points: readonly TimelinePoint[]
}

/** Marks of publications and labels above the slider. For the eye only: the slider names those of its position. */
const Ticks = memo(function Ticks({ points }: TicksProps) {
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
