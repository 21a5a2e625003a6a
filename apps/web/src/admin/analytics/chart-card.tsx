import type { AnalyticsOverview } from '@nightdesk/contracts'
import { lazy, useState } from 'react'
import { formatNumber, formatPoint } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'
import { LazyBoundary } from '../screen/lazy.tsx'

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

/** The numbers of the chart, newest first. */
function ChartTable({ series: { current, previous } }: Pick<AnalyticsOverview, 'series'>) {
  const hasVisitors = current.some(({ visitors }) => visitors !== null)
  const rows = current.map((point, index) => ({ ...point, before: previous[index] })).reverse()
  return (
    <div className="max-h-96 overflow-y-auto">
      <Table
        label="Views over time"
        head={
          <>
            <HeadCell>Time</HeadCell>
            <HeadCell numeric>Views</HeadCell>
            {hasVisitors && <HeadCell numeric>Visitors</HeadCell>}
            {previous.length > 0 && <HeadCell numeric>Views in the period before</HeadCell>}
          </>
        }
      >
        {rows.map(({ at, views, visitors, before }) => (
          <tr key={at}>
            <Cell className="font-medium">{formatPoint(at)}</Cell>
            <Cell label="Views" numeric>
              <span>{formatNumber(views)}</span>
            </Cell>
            {hasVisitors && (
              <Cell label="Visitors" numeric>
                <span>{formatNumber(visitors ?? 0)}</span>
              </Cell>
            )}
            {previous.length > 0 && (
              <Cell label="Views in the period before" numeric>
                <span>{before && `${formatNumber(before.views)} (${formatPoint(before.at)})`}</span>
              </Cell>
            )}
          </tr>
        ))}
      </Table>
    </div>
  )
}
