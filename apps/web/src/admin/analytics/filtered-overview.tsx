import type { Facet, Period } from '@nightdesk/contracts'
import { explain } from '../../api.ts'
import { formatNumber } from '../../format.ts'
import { StatCard } from '../../ui/card.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { useMinimumPending } from '../../ui/use-minimum-pending.ts'
import { FilterChip } from '../screen/filter-chip.tsx'
import { Change } from './charts/change.tsx'
import { ChartCard } from './charts/chart-card.tsx'
import { PagesTable } from './lists/pages-table.tsx'
import { referrerName } from './lists/referrer-name.ts'
import type { useFigures } from './period/use-figures.ts'
import { type Filter, useFilter } from './period/use-filter.ts'

const FACET_NAMES: Record<Facet, string> = { referrer: 'Referrer', agent: 'Browser', device: 'Device' }

interface FilteredOverviewProps {
  filter: Filter
  figures: ReturnType<typeof useFigures>['filtered']
  period: Period
  isCompared: boolean
  onCompare(): void
}

/** The live figures of a period, filtered by one referrer, browser or device: only those that are counted per facet. */
export function FilteredOverview(props: FilteredOverviewProps) {
  const { filter, figures, period, isCompared, onCompare } = props
  const { data } = figures
  const isLoading = useMinimumPending(figures.isPending)
  return (
    <>
      <FilterNote filter={filter} />
      {isLoading && <Loading label="Loading figures..." />}
      {!isLoading && data && (
        <>
          <dl aria-label="Figures of the filter" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
            <StatCard
              label="Views"
              value={formatNumber(data.views.value)}
              note={<Change figure={data.views} period={period} />}
            />
          </dl>
          <ChartCard {...data} isCompared={isCompared} onCompare={onCompare} />
          <PagesTable pages={data.pages} period={period} />
        </>
      )}
      {figures.isError && !data && (
        <ErrorState message={explain(figures.error)} onRetry={() => figures.refetch()} />
      )}
    </>
  )
}

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
