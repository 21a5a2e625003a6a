import type { AnalyticsOverview, Point } from '@nightdesk/contracts'
import { formatNumber, formatPoint } from '../../../format.ts'

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
