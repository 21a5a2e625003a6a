import { PICTURE_USES, type Picture, type PictureUse } from '@nightdesk/contracts'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Segments } from '../../ui/segments.tsx'
import { EmptyState, Loading, Skeleton, times } from '../../ui/states.tsx'
import { notify } from '../notify.ts'
import { ListSearch, Pager, usePagedSearch } from '../screen/list.tsx'
import { Loaded } from '../screen/loaded.tsx'
import { Page, useRestoredFocus } from '../screen/page.tsx'
import { SelectedBar, type Selection, useSelection } from '../screen/selection.tsx'
import { countPictures, describeRemoval } from './describe-removal.ts'
import { GRID, PictureCard } from './picture-card.tsx'

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
    { placeholderData: keepPreviousData, meta: { failure: 'Failed to load the pictures' } },
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
      <Loaded query={list} loading={<LoadingPictures />}>
        {({ pictures }) => (
          <div aria-busy={list.isPlaceholderData} className="flex flex-col gap-4">
            <ShownPictures pictures={pictures} scope={JSON.stringify({ q, use, page })} />
            <Pager page={page} isLast={page * PAGE_SIZE >= counts[use ?? '']} onChange={search.showPage} />
          </div>
        )}
      </Loaded>
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

interface RemovalBarProps {
  /** The selected pictures. */
  pictures: readonly Picture[]
  /** Whether the page has others that can be removed. */
  hasMore: boolean
  selection: Pick<Selection, 'set' | 'clear' | 'toggleAll'>
}

/** Removes the selected pictures. It stays at the bottom of the screen while some are selected. */
function RemovalBar({ pictures, hasMore, selection }: RemovalBarProps) {
  const { remove, isPending } = useRemoval(selection.set)
  return (
    <SelectedBar label="Selected pictures" count={pictures.length} onClear={selection.clear}>
      {hasMore && (
        <Button variant="secondary" onClick={selection.toggleAll}>
          Select all on this page
        </Button>
      )}
      <Button variant="secondary" isBusy={isPending} onClick={() => remove(pictures)}>
        Remove
      </Button>
    </SelectedBar>
  )
}

const UNDO_MS = 10_000

/**
 * Removes pictures in one call, and announces the result with Undo.
 * @param onRemoved receives the ids of refused pictures
 */
function useRemoval(onRemoved: (refused: number[]) => void) {
  const { pictures } = api.useUtils()
  const refetch = () => void pictures.invalidate()
  const restoring = api.pictures.restore.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to bring the pictures back' } },
    onSuccess: ({ length }) => notify({ kind: 'success', title: `${countPictures(length)} brought back` }),
    onSettled: refetch,
  })
  const removing = api.pictures.remove.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to remove the pictures' } },
    onSettled: refetch,
  })

  const remove = (selected: readonly Picture[]) =>
    removing.mutate(
      { ids: selected.map(({ id }) => id) },
      {
        onSuccess(results) {
          const idsOf = (wanted: 'removed' | 'refused') =>
            results.filter(({ outcome }) => outcome === wanted).map(({ id }) => id)
          const removed = idsOf('removed')
          notify({
            ...describeRemoval(results, selected),
            duration: UNDO_MS,
            undo: removed.length > 0 ? () => restoring.mutate({ ids: removed }) : undefined,
          })
          onRemoved(idsOf('refused'))
        },
      },
    )
  return { remove, isPending: removing.isPending }
}
