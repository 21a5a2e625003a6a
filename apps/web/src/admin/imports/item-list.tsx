import type { Import, ImportItem, ImportItemState } from '@nightdesk/contracts'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../api.ts'
import { formatNumber } from '../../format.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Segments } from '../../ui/segments.tsx'
import { EmptyState, Loading } from '../../ui/states.tsx'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'
import { FAST_POLL_MS } from '../query-client.ts'
import { Pager, usePagedSearch } from '../screen/list.tsx'
import { LoadedList, useRefetchAfter } from '../screen/loaded.tsx'
import { Section } from '../screen/page.tsx'
import { describeItem, ITEM_STATES } from './import-words.ts'
import { isUnderWay, PAGE_SIZE } from './imports.tsx'

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

interface ItemRowProps {
  item: ImportItem
  importsAs: Import['imports_as']
}

function ItemRow({ item, importsAs }: ItemRowProps) {
  const { state } = item
  const { tone, label } = ITEM_STATES[state]
  return (
    <tr>
      <Cell className="min-w-48 align-top font-medium wrap-anywhere">
        <Title item={item} />
      </Cell>
      <Cell label="Comes along" className="min-w-64 align-top wrap-anywhere text-ink-2">
        {state === 'failed' ? (
          <span className="text-muted">Nothing</span>
        ) : (
          <Contents item={item} importsAs={importsAs} />
        )}
      </Cell>
      <Cell label="Changed or lost" className="min-w-56 align-top wrap-anywhere">
        <Remarks item={item} />
      </Cell>
      <Cell label="State" className="align-top">
        <Badge tone={tone}>{label}</Badge>
      </Cell>
    </tr>
  )
}

function Title({ item: { title, article_id } }: { item: ImportItem }) {
  if (article_id === null) return title
  return (
    <Link to={paths.admin.draft(article_id)} className="hover:underline">
      {title}
    </Link>
  )
}

function Contents({ item, importsAs }: ItemRowProps) {
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
