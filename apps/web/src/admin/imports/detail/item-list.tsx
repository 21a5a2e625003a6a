import type { Import, ImportItemState } from '@nightdesk/contracts'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { formatNumber } from '../../../format.ts'
import { Segments } from '../../../ui/segments.tsx'
import { EmptyState, Loading } from '../../../ui/states.tsx'
import { HeadCell, Table } from '../../../ui/table.tsx'
import { FAST_POLL_MS } from '../../polling.ts'
import { LoadedList } from '../../screen/list/loaded-list.tsx'
import { Pager } from '../../screen/list/pager.tsx'
import { Section } from '../../screen/section.tsx'
import { usePagedSearch } from '../../screen/url/use-paged-search.ts'
import { useRefetchAfter } from '../../screen/use-refetch-after.ts'
import { isUnderWay, PAGE_SIZE } from '../use-imports.ts'
import { ItemRow } from './item-row.tsx'

/** Every item of an import with what comes along, what changes and what is lost. */
export function ItemList({ shown }: { shown: Import }) {
  const { id, imports_as } = shown
  const { params, page, update, showPage } = usePagedSearch()
  const filters = filtersOf(shown)
  const filter = filters.find(({ value }) => value === params.get('show')) ?? ALL
  const list = api.imports.items.useQuery(
    { id, ...filter.query, page, limit: PAGE_SIZE },
    {
      placeholderData: keepPreviousData,
      staleTime: 0,
      refetchInterval: isUnderWay(shown) && FAST_POLL_MS,
      meta: { failure: { title: 'Failed to load the items' } },
    },
  )
  useRefetchAfter(isUnderWay(shown), list)
  return (
    <Section title="Items">
      {filters.length > 1 && (
        <div className="flex">
          <Segments
            label="Show items"
            options={filters}
            value={filter.value}
            onChange={(show) => update({ show }, { preventScrollReset: true })}
          />
        </div>
      )}
      <LoadedList list={list} loading={<Loading label="Loading items..." lines={6} />}>
        {({ items, count }) => (
          <>
            {items.length > 0 ? (
              <Table label="Items" head={HEAD}>
                {items.map((item) => (
                  <ItemRow key={item.id} item={item} importsAs={imports_as} />
                ))}
              </Table>
            ) : (
              <EmptyState title="No items found" />
            )}
            <Pager page={page} isLast={page * PAGE_SIZE >= count} onChange={showPage} />
          </>
        )}
      </LoadedList>
    </Section>
  )
}

const HEAD = (
  <>
    <HeadCell>Title</HeadCell>
    <HeadCell>Comes along</HeadCell>
    <HeadCell>Changed or lost</HeadCell>
    <HeadCell>State</HeadCell>
  </>
)

interface Filter {
  value: string
  label: string
  query: { state?: ImportItemState; notes?: 'some' }
}

const ALL: Filter = { value: '', label: 'All', query: {} }

const LABELS: Partial<Record<ImportItemState, string>> = {
  failed: 'Failed',
  known: 'Already here',
  left: 'Edited, and left',
}

/** Only those that find something. */
function filtersOf({ counts, with_notes }: Import): Filter[] {
  const states = (['failed', 'known', 'left'] as const).filter((state) => counts[state] > 0)
  return [
    ALL,
    ...(with_notes > 0
      ? [
          {
            value: 'notes',
            label: `With remarks ${formatNumber(with_notes)}`,
            query: { notes: 'some' as const },
          },
        ]
      : []),
    ...states.map((state) => ({
      value: state,
      label: `${LABELS[state]} ${formatNumber(counts[state])}`,
      query: { state },
    })),
  ]
}
