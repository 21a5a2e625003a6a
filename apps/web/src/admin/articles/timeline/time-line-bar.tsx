import type { TimelinePoint } from '@nightdesk/contracts'
import type { Ref } from 'react'
import { Button } from '../../../ui/button.tsx'
import { measureTimeLine } from '../../screen/measure-bar.ts'
import { describePoint } from './positions.ts'
import { Ticks } from './ticks.tsx'

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
