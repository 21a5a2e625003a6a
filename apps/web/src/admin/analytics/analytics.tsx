import type { AnalyticsOverview, Facet } from '@nightdesk/contracts'
import type { ComponentProps } from 'react'
import { api } from '../../api.ts'
import { downloadCsv } from '../../download.ts'
import { formatCount, formatDateTime, formatNumber } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Card, StatCard } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loading, Skeleton } from '../../ui/states.tsx'
import { LIVE_POLL_MS } from '../query-client.ts'
import { useIsAmong } from '../screen/current-user.ts'
import { FilterChip } from '../screen/list.tsx'
import { Loaded } from '../screen/loaded.tsx'
import { Page } from '../screen/page.tsx'
import { ChartCard } from './chart-card.tsx'
import { filteredRows, overviewRows } from './csv.ts'
import { FigureCard, Outcomes, PagesTable, Readers, referrerName } from './figures.tsx'
import { type Filter, PeriodControls, useFigures, useFilter, usePeriod } from './period.tsx'
import { LatestSummary } from './summary.tsx'
import { useTriggerAnalytics, WorkerGrid } from './workers.tsx'

export function Analytics() {
  const { period, show, isCompared, toggleCompare, isMore, toggleMore } = usePeriod({ hasMore: true })
  const { filter } = useFilter()
  const { overview, filtered, as_of, is_summarising } = useFigures(period, filter)
  const item = filter ? filtered.data : overview.data
  const exportCsv = () =>
    item &&
    downloadCsv(
      `analytics-${item.period}-${item.current.last_day}.csv`,
      'facet' in item ? filteredRows(item) : overviewRows(item),
    )
  const comparison = { isCompared, onCompare: isMore ? toggleCompare : undefined }
  return (
    <Page title="Analytics" actions={<TriggerButton />}>
      <PeriodControls
        period={period}
        onChange={show}
        asOf={as_of && formatDateTime(as_of)}
        onExport={item && exportCsv}
      />
      <CurrentVisitors />
      {filter ? (
        <>
          <FilterNote filter={filter} />
          <Loaded query={filtered} loading="Loading figures...">
            {/* Only the figures that are counted by referrer, browser and device. */}
            {(figures) => (
              <>
                <dl aria-label="Figures of the filter" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
                  <FigureCard label="Views" figure={figures.views} period={period} />
                </dl>
                <ChartCard {...figures} {...comparison} />
                <PagesTable pages={figures.pages} period={period} />
              </>
            )}
          </Loaded>
        </>
      ) : (
        <Loaded query={overview} loading={<LoadingOverview />}>
          {(figures) => (
            <Overview overview={figures} {...comparison} isMore={isMore} onToggleMore={toggleMore} />
          )}
        </Loaded>
      )}
      <LatestSummary isRunning={is_summarising} />
      <Card title="Worker Status">
        <WorkerGrid />
      </Card>
    </Page>
  )
}

function TriggerButton() {
  const mayTrigger = useIsAmong('editors')
  const { trigger, isPending } = useTriggerAnalytics()
  if (!mayTrigger) return null
  return (
    <Button variant="primary" isBusy={isPending} onClick={trigger}>
      Trigger Analytics
    </Button>
  )
}

function LoadingOverview() {
  return (
    <Loading label="Loading figures...">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Skeleton count={4} className="h-[104px]" />
      </div>
      <Skeleton className="h-80" />
      <Skeleton className="h-64" />
    </Loading>
  )
}

/** Visitors reading now, independent of the chosen period. */
function CurrentVisitors() {
  const { data, isError } = api.analytics.current.useQuery({}, { refetchInterval: LIVE_POLL_MS })
  const isAnybodyHere = data !== undefined && data.visitors > 0
  return (
    <p className="flex min-h-6 items-center gap-2">
      <span
        aria-hidden
        className={`size-2 shrink-0 rounded-full ${isAnybodyHere ? 'bg-success' : 'border border-control'}`}
      />
      <span>
        <strong className="font-medium">{describe(data?.visitors, isError)}</strong>{' '}
        <span className="text-xs text-muted">in the last 5 minutes</span>
      </span>
    </p>
  )
}

function describe(visitors: number | undefined, isError: boolean): string {
  if (visitors === undefined) return isError ? 'Visitors unknown' : 'Counting visitors…'
  if (visitors === 0) return 'No visitors'
  return formatCount(visitors, 'visitor')
}

interface OverviewProps extends Pick<ComponentProps<typeof ChartCard>, 'isCompared' | 'onCompare'> {
  overview: AnalyticsOverview
  isMore: boolean
  onToggleMore(): void
}

function Overview({ overview, isMore, onToggleMore, ...comparison }: OverviewProps) {
  const { searchWith } = useFilter()
  return (
    <>
      <Cards overview={overview} />
      <ChartCard {...overview} {...comparison} />
      <PagesTable pages={overview.pages} period={overview.period} />
      <Button aria-expanded={isMore} onClick={onToggleMore} className="group self-start">
        More figures
        <Icon name="chevron" className="size-4 group-aria-expanded:rotate-180" />
      </Button>
      {isMore && (
        <>
          <Readers {...overview} searchWith={searchWith} />
          <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
            <Outcomes counted={overview.views.value} uncounted={overview.uncounted} />
            <Definitions />
          </div>
        </>
      )}
    </>
  )
}

function Cards({
  overview: { period, views, visitors, return_rate, staff_views },
}: Pick<OverviewProps, 'overview'>) {
  return (
    <dl aria-label="Figures of the period" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <FigureCard label="Views" figure={views} period={period} />
      <FigureCard label="Visitors" figure={visitors} period={period} />
      <FigureCard label="Returning" figure={return_rate} period={period} isRate />
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
  [
    'Periods',
    'Today, or the last days with today as the last of them. Days begin at midnight in the time zone of the server’s setting SITE_TIMEZONE.',
  ],
]

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

const FACET_NAMES: Record<Facet, string> = { referrer: 'Referrer', agent: 'Browser', device: 'Device' }

function FilterNote({ filter: { facet, value } }: { filter: Filter }) {
  const { searchWith } = useFilter()
  const name = facet === 'referrer' ? referrerName(value) : value
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <FilterChip name={FACET_NAMES[facet]} value={name} searchWithout={searchWith(null)} />
      <p className="text-xs text-muted">
        Views alone are counted by referrer, browser and device; visitors are not.
      </p>
    </div>
  )
}
