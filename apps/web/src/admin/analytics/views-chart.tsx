import type { AnalyticsOverview, Point } from '@nightdesk/contracts'
import { type PointerEvent, useCallback, useState } from 'react'
import { formatNumber, formatPoint } from '../../format.ts'
import { HEIGHT, type Layout, layOut } from './chart-layout.ts'

type ViewsChartProps = Pick<AnalyticsOverview, 'series' | 'step'>

export function ViewsChart({ series, step }: ViewsChartProps) {
  const [width, measure] = useWidth()
  const [shown, setShown] = useState<number | null>(null)
  const layout = layOut(series, width)
  // The point under the pointer, or the newest one.
  const marked = shown ?? series.current.length - 1
  const point = series.current[marked]

  function follow({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) {
    const x = clientX - currentTarget.getBoundingClientRect().left
    setShown(layout.indexAt(x))
  }
  return (
    <figure>
      <div ref={measure} className="h-64">
        {width > 0 && (
          <svg
            role="img"
            aria-label={describeSeries(series, step)}
            width={width}
            height={HEIGHT}
            className="block overflow-visible text-xs tabular-nums"
            onPointerMove={follow}
            onPointerLeave={() => setShown(null)}
          >
            <Axes layout={layout} points={longest(series)} />
            <path d={layout.area} className="fill-meter/15" />
            {layout.before && (
              <path
                d={layout.before}
                className="fill-none stroke-control stroke-[1.5] [stroke-dasharray:4_4]"
              />
            )}
            <path d={layout.line} className="fill-none stroke-meter stroke-2" />
            {layout.unfinished && (
              <path
                d={layout.unfinished}
                className="fill-none stroke-meter stroke-2 [stroke-dasharray:1_5] [stroke-linecap:round]"
              />
            )}
            {point && (
              <circle
                cx={layout.x(marked)}
                cy={layout.y(point.views)}
                r={4}
                className="fill-meter stroke-surface stroke-2"
              />
            )}
          </svg>
        )}
      </div>
      <Legend series={series} index={shown} />
    </figure>
  )
}

const longest = ({ current, previous }: ViewsChartProps['series']) =>
  previous.length > current.length ? previous : current

function Axes({ layout, points }: { layout: Layout; points: Point[] }) {
  return (
    <g aria-hidden className="fill-muted">
      {layout.rows.map(({ views, y }) => (
        <g key={views}>
          <line x1={layout.left} x2={layout.right} y1={y} y2={y} className="stroke-line" />
          <text x={layout.left - 8} y={y} dy="0.32em" textAnchor="end">
            {formatNumber(views)}
          </text>
        </g>
      ))}
      {layout.columns.map(({ index, x, anchor }) => (
        <text key={index} x={x} y={HEIGHT - 4} textAnchor={anchor}>
          {points[index] && formatPoint(points[index].at)}
        </text>
      ))}
    </g>
  )
}

function Legend({
  series: { current, previous },
  index,
}: {
  series: ViewsChartProps['series']
  index: number | null
}) {
  const now = index === null ? undefined : current[index]
  const before = index === null ? undefined : previous[index]
  return (
    <figcaption className="mt-2 flex min-h-5 flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
      <span className="flex items-center gap-2">
        <span aria-hidden className="w-5 border-t-2 border-meter" />
        {now ? `${formatPoint(now.at)}: ${formatNumber(now.views)}` : 'This period'}
      </span>
      {current.length > 1 && (
        <span className="flex items-center gap-2">
          <span aria-hidden className="w-5 border-t-2 border-dotted border-meter" />
          Not over yet
        </span>
      )}
      {previous.length > 0 && (
        <span className="flex items-center gap-2">
          <span aria-hidden className="w-5 border-t-2 border-dashed border-control" />
          {before ? `${formatPoint(before.at)}: ${formatNumber(before.views)}` : 'The period before'}
        </span>
      )}
    </figcaption>
  )
}

/** The width of an element in pixels, updated on resize; 0 before it is mounted. */
function useWidth(): [width: number, measure: (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [width, measure]
}

const EACH = { hour: 'hour by hour', day: 'day by day', month: 'month by month' }

/** A sentence that describes the chart, for screen readers. */
export function describeSeries(
  { current, previous }: AnalyticsOverview['series'],
  step: AnalyticsOverview['step'],
): string {
  const [first, last] = [current[0], current.at(-1)]
  if (!first || !last) return 'No views yet'
  const most = current.reduce((top, point) => (point.views > top.views ? point : top))
  const peak = most.views > 0 ? `, the most at ${formatPoint(most.at)} with ${formatNumber(most.views)}` : ''
  const before = previous.length > 0 ? `; ${formatNumber(total(previous))} in the period before` : ''
  return `Views ${EACH[step]} from ${formatPoint(first.at)} to ${formatPoint(last.at)}: ${formatNumber(total(current))} in all${peak}${before}`
}

const total = (points: Point[]) => points.reduce((sum, { views }) => sum + views, 0)
