import type { Import, ImportItem, ImportItemState } from '@nightdesk/contracts'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../api.ts'
import { formatNumber } from '../../format.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Loading } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { FAST_POLL_MS } from '../query-client.ts'
import { usePagedSearch } from '../screen/list.tsx'
import { ListTable, useRefetchAfter } from '../screen/loaded.tsx'
import { Section } from '../screen/page.tsx'
import { describeItem, ITEM_STATES, isUnderWay } from './import-words.ts'

/** Every item of an import with what comes along, what changes and what is lost. */
export function ItemList({ item }: { item: Import }) {
  const { id, imports_as } = item
  const { params, page, limit, update, pager } = usePagedSearch()
  const filters = filtersOf(item)
  const filter = filters.find(({ value }) => value === params.get('show')) ?? ALL
  const list = api.imports.items.useQuery(
    { id, ...filter.query, page, limit },
    {
      placeholderData: keepPreviousData,
      staleTime: 0,
      refetchInterval: isUnderWay(item) && FAST_POLL_MS,
      meta: { failure: 'Failed to load the items' },
    },
  )
  useRefetchAfter(isUnderWay(item), list)
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
      <ListTable
        label="Items"
        query={list}
        loading={<Loading label="Loading items..." lines={6} />}
        rowsOf={({ items }) => items}
        keyOf={({ id }) => id}
        columns={columnsOf(imports_as)}
        empty={{ title: 'No items found' }}
        pager={({ count }) => pager(count)}
      />
    </Section>
  )
}

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

const columnsOf = (importsAs: Import['imports_as']): readonly Column<ImportItem>[] => [
  {
    name: 'Title',
    className: 'min-w-48 align-top font-medium wrap-anywhere',
    cell: (item) => <Title item={item} />,
  },
  {
    name: 'Comes along',
    className: 'min-w-64 align-top wrap-anywhere text-ink-2',
    cell: (item) =>
      item.state === 'failed' ? (
        <span className="text-muted">Nothing</span>
      ) : (
        <Contents item={item} importsAs={importsAs} />
      ),
  },
  {
    name: 'Changed or lost',
    className: 'min-w-56 align-top wrap-anywhere',
    cell: (item) => <Remarks item={item} />,
  },
  {
    name: 'State',
    className: 'align-top',
    cell: ({ state }) => <Badge tone={ITEM_STATES[state].tone}>{ITEM_STATES[state].label}</Badge>,
  },
]

function Title({ item: { title, article_id } }: { item: ImportItem }) {
  if (article_id === null) return title
  return (
    <Link to={paths.admin.draft(article_id)} className="hover:underline">
      {title}
    </Link>
  )
}

interface ContentsProps {
  item: ImportItem
  importsAs: Import['imports_as']
}

function Contents({ item, importsAs }: ContentsProps) {
  const { authors, tags } = item.summary
  return (
    <>
      {describeItem(item, importsAs)}
      {authors.length > 0 && <span className="block text-xs text-muted">By {authors.join(', ')}</span>}
      {tags.length > 0 && <span className="block text-xs text-muted">Tags: {tags.join(', ')}</span>}
    </>
  )
}

function Remarks({ item: { notes, failure } }: { item: ImportItem }) {
  if (failure) return <span className="text-danger">{failure}</span>
  if (notes.length === 0) return <span className="text-muted">Nothing</span>
  return (
    <ul className="flex flex-col gap-1">
      {[...new Set(notes)].map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
