import type { AnalyticsOverview } from '@nightdesk/contracts'
import { lazy, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { LazyBoundary } from '../../screen/lazy-boundary.tsx'
import { ChartTable } from './chart-table.tsx'

/** Loaded separately: only the chart needs d3. */
const ViewsChart = lazy(async () => ({ default: (await import('./views-chart.tsx')).ViewsChart }))

interface ChartCardProps extends Pick<AnalyticsOverview, 'series' | 'step' | 'previous'> {
  isCompared: boolean
  onCompare(): void
}

/** Views over time, as a chart or as a table of the same numbers. */
export function ChartCard({ series, step, previous, isCompared, onCompare }: ChartCardProps) {
  const [isTable, setIsTable] = useState(false)
  const shown = isCompared ? series : { ...series, previous: [] }
  const actions = (
    <>
      {previous && (
        <Button variant="secondary" size="sm" aria-pressed={isCompared} onClick={onCompare}>
          {isCompared ? 'Hide the period before' : 'Show the period before'}
        </Button>
      )}
      <Button variant="secondary" size="sm" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
        {isTable ? 'Show as chart' : 'Show as table'}
      </Button>
    </>
  )
  return (
    <Card title="Views over time" actions={actions}>
      {isTable ? (
        <ChartTable series={shown} />
      ) : (
        <LazyBoundary name="The chart" fallback={<div className="h-64" />}>
          <ViewsChart series={shown} step={step} />
        </LazyBoundary>
      )}
    </Card>
  )
}
