import type { AnalyticsOverview } from '@nightdesk/contracts'
import { formatNumber, formatPercent } from '../../format.ts'
import { Card, StatCard } from '../../ui/card.tsx'
import { Change } from './charts/change.tsx'
import { ChartCard } from './charts/chart-card.tsx'
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

const DEFINITIONS = [
  ['Views', 'Times an article was opened, and counted.'],
  ['Visitors', 'Different browsers that opened an article in the period. Nobody is counted twice.'],
  ['In the last 5 minutes', 'Visitors of just now, whatever the period. The figure follows by itself.'],
  ['Returning', 'Of those visitors, the part that was also here on an earlier day.'],
  ['All-time readers', 'Different visitors who ever opened that article, whatever the period.'],
  ['By the desk', 'Views by people who were signed in. They are counted, and shown apart.'],
  ['Periods', 'Today, or the last days with today as the last of them. Days begin in the site’s time zone.'],
]

/** Definitions of the figures on this screen. */
function Definitions() {
  return (
    <Card title="What is counted">
      <dl className="flex flex-col gap-2.5">
        {DEFINITIONS.map(([name, meaning]) => (
          <div key={name}>
            <dt className="font-medium">{name}</dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
