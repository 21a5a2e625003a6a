import type { AnalyticsOverview } from '@nightdesk/contracts'
import { formatNumber, formatPoint } from '../../../format.ts'
import { Cell, HeadCell, Table } from '../../../ui/table.tsx'

/** The numbers of the chart, newest first. */
export function ChartTable({ series: { current, previous } }: Pick<AnalyticsOverview, 'series'>) {
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
