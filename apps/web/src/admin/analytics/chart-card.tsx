import type { AnalyticsOverview } from '@nightdesk/contracts'
import { useState } from 'react'
import { formatNumber, formatPoint } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/table.tsx'
import { lazyPart } from '../screen/lazy.tsx'

/** Loaded separately: only the chart needs d3. */
const ViewsChart = lazyPart('The chart', async () => (await import('./views-chart.tsx')).ViewsChart, {
  fallback: <div className="h-64" />,
})

interface ChartCardProps extends Pick<AnalyticsOverview, 'series' | 'step' | 'previous'> {
  isCompared: boolean
  /** Undefined where the comparison is not offered. */
  onCompare: (() => void) | undefined
}

export function ChartCard({ series, step, previous, isCompared, onCompare }: ChartCardProps) {
  const [isTable, setIsTable] = useState(false)
  const shown = isCompared ? series : { ...series, previous: [] }
  const actions = (
    <>
      {previous && onCompare && (
        <Button size="sm" aria-pressed={isCompared} onClick={onCompare}>
          {isCompared ? 'Hide the period before' : 'Show the period before'}
        </Button>
      )}
      <Button size="sm" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
        {isTable ? 'Show as chart' : 'Show as table'}
      </Button>
    </>
  )
  return (
    <Card title="Views over time" actions={actions}>
      {isTable ? <ChartTable series={shown} /> : <ViewsChart series={shown} step={step} />}
    </Card>
  )
}

function ChartTable({ series: { current, previous } }: Pick<AnalyticsOverview, 'series'>) {
  const hasVisitors = current.some(({ visitors }) => visitors !== null)
  const rows = current.map((point, index) => ({ ...point, before: previous[index] })).reverse()
  const columns: Column<(typeof rows)[number]>[] = [
    { name: 'Time', className: 'font-medium', cell: ({ at }) => formatPoint(at) },
    { name: 'Views', numeric: true, cell: ({ views }) => formatNumber(views) },
  ]
  if (hasVisitors)
    columns.push({ name: 'Visitors', numeric: true, cell: ({ visitors }) => formatNumber(visitors ?? 0) })
  if (previous.length > 0)
    columns.push({
      name: 'Views in the period before',
      numeric: true,
      cell: ({ before }) => before && `${formatNumber(before.views)} (${formatPoint(before.at)})`,
    })
  return (
    <div className="max-h-96 overflow-y-auto">
      <DataTable label="Views over time" columns={columns} rows={rows} keyOf={({ at }) => at} />
    </div>
  )
}
