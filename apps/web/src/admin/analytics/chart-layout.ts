import type { AnalyticsOverview, Point } from '@nightdesk/contracts'
import { scaleLinear } from 'd3-scale'
import { area, curveMonotoneX, line } from 'd3-shape'

export const HEIGHT = 256
const TOP = 10
const BOTTOM = HEIGHT - 28
/** Minimum pixels between two labels. The last label, such as “Nov 2026”, is aligned to the right edge. */
const LABEL_SPACE = 100
const DIGIT = 7

/** Positions and paths in pixels. */
export interface Layout {
  left: number
  right: number
  x(index: number): number
  y(views: number): number
  /** Paths as SVG `d`. `area` and `line` end at the last complete point. */
  area: string
  line: string
  /**
   * From the last complete point to the newest one, whose hour, day or month is not over. Undefined when there is no
   * point before it.
   */
  unfinished: string | undefined
  before: string | undefined
  rows: { views: number; y: number }[]
  columns: { index: number; x: number; anchor: 'start' | 'middle' | 'end' }[]
  /** Returns the index of the point nearest to x. */
  indexAt(x: number): number
}

/** Lays out a chart `width` pixels wide. The newest point of the current period is never complete. */
export function layOut({ current, previous }: AnalyticsOverview['series'], width: number): Layout {
  const last = Math.max(current.length, previous.length) - 1
  const most = Math.max(1, ...[...current, ...previous].map(({ views }) => views))
  const y = scaleLinear().domain([0, most]).nice(4).range([BOTTOM, TOP])
  const rows = y
    .ticks(4)
    .filter(Number.isInteger)
    .map((views) => ({ views, y: y(views) }))
  const left = 16 + DIGIT * String(rows.at(-1)?.views ?? 0).length
  const right = width - 6
  const x = scaleLinear()
    .domain([0, Math.max(1, last)])
    .range([left, right])
  const draw = line<Point>(
    (_, index) => x(index),
    ({ views }) => y(views),
  ).curve(curveMonotoneX)
  const fill = area<Point>(
    (_, index) => x(index),
    BOTTOM,
    ({ views }) => y(views),
  ).curve(curveMonotoneX)
  const finished = current.slice(0, -1)
  const between = current.slice(-2).map(({ views }, index) => `${x(finished.length - 1 + index)},${y(views)}`)
  return {
    left,
    right,
    x,
    y,
    area: fill(finished) ?? '',
    line: draw(finished) ?? '',
    unfinished: between.length > 1 ? `M${between.join('L')}` : undefined,
    before: draw(previous) ?? undefined,
    rows,
    columns: columns(last, right - left).map(({ index, anchor }) => ({ index, anchor, x: x(index) })),
    indexAt: (at) => Math.min(last, Math.max(0, Math.round(x.invert(at)))),
  }
}

/** Which points get a label: the last, and every n-th before it, as many as fit. */
function columns(last: number, width: number) {
  if (last <= 0) return [{ index: 0, anchor: 'start' as const }]
  const step = Math.ceil((LABEL_SPACE * last) / Math.max(LABEL_SPACE, width))
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, back) => last - back * step)
    .reverse()
    .map((index) => ({
      index,
      anchor: index === 0 ? ('start' as const) : index === last ? ('end' as const) : ('middle' as const),
    }))
}
