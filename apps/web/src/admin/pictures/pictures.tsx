import { PICTURE_USES, type Picture, type PictureUse } from '@nightdesk/contracts'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { Segments } from '../../ui/segments.tsx'
import { EmptyState, Loading, Skeleton, times } from '../../ui/states.tsx'
import { useSelection } from '../articles/list/selection.tsx'
import { useRestoredFocus } from '../screen/focus/use-restored-focus.ts'
import { ListSearch } from '../screen/list/list-search.tsx'
import { LoadedList } from '../screen/list/loaded-list.tsx'
import { Pager } from '../screen/list/pager.tsx'
import { Page } from '../screen/page.tsx'
import { usePagedSearch } from '../screen/url/use-paged-search.ts'
import { GRID, PictureCard } from './picture-card.tsx'
import { RemovalBar } from './removal-bar.tsx'

const PAGE_SIZE = 24

/** All uploaded pictures with their uses, and the removal of those that nothing uses. */
export function Pictures() {
  return (
    <Page
      title="Pictures"
      intro="You can remove pictures that nothing uses. Their files are deleted a week later. Pictures of old versions stay, so that every version can be restored."
      onlyFor="editors"
    >
      <PictureList />
    </Page>
  )
}

function PictureList() {
  const search = usePictureSearch()
  const { q, use, page } = search
  const list = api.pictures.list.useQuery(
    { q, use, page, limit: PAGE_SIZE },
    { placeholderData: keepPreviousData, meta: { failure: { title: 'Failed to load the pictures' } } },
  )
  const { current = 0, old = 0, none = 0 } = list.data?.counts ?? {}
  const counts = { '': current + old + none, current, old, none }
  const options = LABELS.map(({ value, label }) => ({
    value,
    label: list.data ? `${label} (${counts[value]})` : label,
  }))
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segments label="Show pictures" options={options} value={use ?? ''} onChange={search.showUse} />
        <ListSearch label="Search pictures" value={q} onSearch={search.search} />
      </div>
      <LoadedList list={list} loading={<LoadingPictures />}>
        {({ pictures }) => (
          <>
            <ShownPictures pictures={pictures} scope={JSON.stringify({ q, use, page })} />
            <Pager page={page} isLast={page * PAGE_SIZE >= counts[use ?? '']} onChange={search.showPage} />
          </>
        )}
      </LoadedList>
    </>
  )
}

const LABELS = [
  { value: '', label: 'All' },
  { value: 'current', label: 'In use' },
  { value: 'old', label: 'Only in old versions' },
  { value: 'none', label: 'Not used' },
] as const

function ShownPictures({ pictures, scope }: { pictures: readonly Picture[]; scope: string }) {
  const removable = pictures.filter(({ can_remove }) => can_remove)
  const selection = useSelection(
    removable.map(({ id }) => id),
    scope,
  )
  const selected = removable.filter(({ id }) => selection.ids.includes(id))
  useRestoredFocus(String(selected.length > 0))
  if (pictures.length === 0)
    return <EmptyState title="No pictures found" help="Pictures are uploaded while writing." />
  return (
    <>
      <ul aria-label="Pictures" className={GRID}>
        {pictures.map((picture) => (
          <PictureCard
            key={picture.id}
            picture={picture}
            isSelected={selection.ids.includes(picture.id)}
            onToggle={(isRange) => selection.toggle(picture.id, isRange)}
          />
        ))}
      </ul>
      {selected.length > 0 && (
        <RemovalBar pictures={selected} hasMore={selected.length < removable.length} selection={selection} />
      )}
    </>
  )
}

const LoadingPictures = () => (
  <Loading label="Loading pictures...">
    <div className={GRID}>
      {times(8, (card) => (
        <Skeleton key={card} className="h-64" />
      ))}
    </div>
  </Loading>
)

/** The filters of the pictures, stored in the URL. */
function usePictureSearch() {
  const { params, update, ...list } = usePagedSearch()
  const use: PictureUse | undefined = PICTURE_USES.find((known) => known === params.get('use'))
  return { ...list, use, showUse: (next: string) => update({ use: next }) }
}
