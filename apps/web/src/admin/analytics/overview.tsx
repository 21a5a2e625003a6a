import type { AnalyticsOverview } from '@nightdesk/contracts'
import { formatNumber, formatPercent } from '../../format.ts'
import { StatCard } from '../../ui/card.tsx'
import { Change } from './charts/change.tsx'
import { ChartCard } from './charts/chart-card.tsx'
import { Definitions } from './definitions.tsx'
import { Outcomes } from './lists/outcomes.tsx'
import { PagesTable } from './lists/pages-table.tsx'
import { Readers } from './lists/readers.tsx'
import { useFilter } from './period/use-filter.ts'

interface OverviewProps {
  overview: AnalyticsOverview
  isCompared: boolean
  onCompare(): void
}

/** The live figures of a period. */
export function Overview({ overview, isCompared, onCompare }: OverviewProps) {
  const { searchWith } = useFilter()
  return (
    <>
      <Cards overview={overview} />
      <ChartCard {...overview} isCompared={isCompared} onCompare={onCompare} />
      <PagesTable pages={overview.pages} period={overview.period} />
      <Readers {...overview} searchWith={searchWith} />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <Outcomes counted={overview.views.value} uncounted={overview.uncounted} />
        <Definitions />
      </div>
    </>
  )
}

function Cards({
  overview: { period, views, visitors, return_rate, staff_views },
}: Pick<OverviewProps, 'overview'>) {
  return (
    <dl aria-label="Figures of the period" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <StatCard
        label="Views"
        value={formatNumber(views.value)}
        note={<Change figure={views} period={period} />}
      />
      <StatCard
        label="Visitors"
        value={formatNumber(visitors.value)}
        note={<Change figure={visitors} period={period} />}
      />
      <StatCard
        label="Returning"
        value={formatPercent(return_rate.value)}
        note={<Change figure={return_rate} period={period} isRate />}
      />
      <StatCard label="By the desk" value={formatNumber(staff_views)} note="Of the views, while signed in" />
    </dl>
  )
}
