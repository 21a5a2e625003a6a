import {
  PICTURE_USES,
  type Picture,
  type PictureUse,
  type PictureUseInStory,
  type Removal,
} from '@nightdesk/contracts'
import { formatBytes } from '@nightdesk/contracts/files'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../api.ts'
import { formatCount, formatShortDate } from '../format.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Checkbox } from '../ui/field.tsx'
import { Segments } from '../ui/segments.tsx'
import { EmptyState, Loading, Skeleton } from '../ui/states.tsx'
import type { Notice } from '../ui/toast.tsx'
import { notify } from './notify.ts'
import { ListSearch, paged, usePagedSearch } from './screen/list.tsx'
import { Loaded } from './screen/loaded.tsx'
import { Page, useRestoredFocus } from './screen/page.tsx'
import { nameRefused, SelectedBar, useSelection } from './screen/selection.tsx'
import { StateBadge } from './screen/state-badge.tsx'

export function Pictures() {
  return (
    <Page
      title="Pictures"
      intro="You can remove pictures that nothing uses. Their files are deleted a week later. Pictures of old versions stay, so that every version can be restored."
    >
      <PictureList />
    </Page>
  )
}

function PictureList() {
  const { params, q, page, limit, update, search, pager, emptyOf } = usePagedSearch(24)
  const use: PictureUse | undefined = PICTURE_USES.find((known) => known === params.get('use'))
  const list = api.pictures.list.useQuery({ q, use, page, limit }, paged('Failed to load the pictures'))
  const { current = 0, old = 0, none = 0 } = list.data?.counts ?? {}
  const counts = { '': current + old + none, current, old, none }
  const options = USES.map(({ value, label }) => ({
    value,
    label: list.data ? `${label} (${counts[value]})` : label,
  }))
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segments
          label="Show pictures"
          options={options}
          value={use ?? ''}
          onChange={(next) => update({ use: next })}
        />
        <ListSearch label="Search pictures" value={q} onSearch={search} />
      </div>
      <Loaded query={list} loading={<LoadingPictures />}>
        {({ pictures }) => (
          <div aria-busy={list.isPlaceholderData} className="flex flex-col gap-4">
            <ShownPictures pictures={pictures} scope={JSON.stringify({ q, use, page })} />
            {pictures.length === 0 && (
              <EmptyState
                {...emptyOf({ title: 'No pictures found', help: 'Pictures are uploaded while writing.' })}
              />
            )}
            {pager(counts[use ?? ''])}
          </div>
        )}
      </Loaded>
    </>
  )
}

const USES = [
  { value: '', label: 'All' },
  { value: 'current', label: 'In use' },
  { value: 'old', label: 'Only in old versions' },
  { value: 'none', label: 'Not used' },
] as const

const GRID = 'grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4'

const LoadingPictures = () => (
  <Loading label="Loading pictures...">
    <div className={GRID}>
      <Skeleton count={8} className="h-64" />
    </div>
  </Loading>
)

function ShownPictures({ pictures, scope }: { pictures: readonly Picture[]; scope: string }) {
  const removable = pictures.filter(({ can_remove }) => can_remove)
  const selection = useSelection(
    removable.map(({ id }) => id),
    scope,
  )
  const selected = removable.filter(({ id }) => selection.ids.includes(id))
  const { remove, isPending } = useRemoval(selection.deselect)
  // The button that removes a picture, or leads to the first or the last page, loses the focus.
  useRestoredFocus([scope, selected.length > 0, ...pictures.map(({ id }) => id)].join())
  if (pictures.length === 0) return null
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
        <SelectedBar label="Selected pictures" count={selected.length} onClear={selection.clear}>
          {selected.length < removable.length && (
            <Button onClick={selection.toggleAll}>Select all on this page</Button>
          )}
          <Button isBusy={isPending} onClick={() => remove(selected)}>
            Remove
          </Button>
        </SelectedBar>
      )}
    </>
  )
}

const UNDO_MS = 10_000

/**
 * Removes pictures in one call, and announces the result with Undo.
 * @param onRemoved receives the ids of the pictures that were not refused
 */
function useRemoval(onRemoved: (ids: number[]) => void) {
  const { pictures } = api.useUtils()
  const refetch = () => void pictures.invalidate()
  const restoring = api.pictures.restore.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to bring the pictures back' } },
    onSuccess: ({ length }) => notify({ title: `${countPictures(length)} brought back` }),
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
          const idsOf = (...wanted: Removal['outcome'][]) =>
            results.filter(({ outcome }) => wanted.includes(outcome)).map(({ id }) => id)
          const removed = idsOf('removed')
          notify({
            ...describeRemoval(results, selected),
            duration: UNDO_MS,
            undo: removed.length > 0 ? () => restoring.mutate({ ids: removed }) : undefined,
          })
          onRemoved(idsOf('removed', 'unchanged'))
        },
      },
    )
  return { remove, isPending: removing.isPending }
}

export function describeRemoval(
  results: readonly Removal[],
  selected: readonly Pick<Picture, 'id' | 'alt' | 'filename'>[],
): Pick<Notice, 'kind' | 'title' | 'description'> {
  const refused = results.filter(({ outcome }) => outcome === 'refused')
  if (refused.length === 0) {
    const description = `${results.length === 1 ? 'Its' : 'Their'} files are deleted in a week.`
    return { kind: 'success', title: `${countPictures(results.length)} removed`, description }
  }
  const title = `${refused.length} of ${countPictures(results.length)} ${refused.length === 1 ? 'was' : 'were'} not removed`
  const names = new Map(selected.map((picture) => [picture.id, nameOf(picture)]))
  return { kind: 'warning', title, description: nameRefused(refused, (id) => names.get(id) ?? '') }
}

interface PictureCardProps {
  picture: Picture
  isSelected: boolean
  onToggle(isRange: boolean): void
}

function PictureCard({ picture, isSelected, onToggle }: PictureCardProps) {
  const { alt, filename, thumbnail_url, url, width, height, bytes, created_at, uploaded_by_name } = picture
  return (
    <li
      className={`flex min-w-0 flex-col overflow-hidden rounded-card border bg-surface ${isSelected ? 'border-primary' : 'border-line'}`}
    >
      <div className="relative">
        <a href={url} target="_blank" rel="noopener" aria-label={`Open ${nameOf(picture)}`}>
          <img
            src={thumbnail_url}
            alt=""
            loading="lazy"
            className="aspect-[4/3] w-full bg-sunken object-contain"
          />
        </a>
        {picture.can_remove && (
          <span className="absolute top-2 left-2 grid size-8 place-items-center rounded-control border border-line bg-surface">
            <Checkbox label={`Select ${nameOf(picture)}`} checked={isSelected} onToggle={onToggle} />
          </span>
        )}
      </div>
      <div className="flex flex-1 flex-col gap-1 border-t border-line p-3">
        <p className="line-clamp-2 font-medium wrap-anywhere" title={alt || filename}>
          {alt || <span className="text-muted">No description</span>}
        </p>
        <p className="text-xs text-muted">
          {width} × {height}, {formatBytes(bytes)}
        </p>
        <p className="text-xs text-muted">
          {formatShortDate(created_at)}
          {uploaded_by_name && `, ${uploaded_by_name}`}
        </p>
        <div className="mt-auto pt-2">
          <Use picture={picture} />
        </div>
      </div>
    </li>
  )
}

function Use({ picture }: { picture: Picture }) {
  const [isOpen, setOpen] = useState(false)
  const { use, story_count, shown_by } = picture
  if (use === 'none') {
    return (
      <p className="text-ink-2">
        Not used
        {!picture.can_remove && <span className="block text-xs text-muted">Uploaded in the last day</span>}
      </p>
    )
  }
  const outside = shown_by && <p className="text-ink-2">{OUTSIDE_TEXTS[shown_by]}</p>
  if (outside && story_count === 0) return outside
  return (
    <>
      {outside}
      <Button
        size="sm"
        aria-haspopup="dialog"
        aria-label={`${describeUse(picture)}: ${nameOf(picture)}`}
        onClick={() => setOpen(true)}
      >
        {describeUse(picture)}
      </Button>
      {isOpen && <PictureUses picture={picture} onClose={() => setOpen(false)} />}
    </>
  )
}

const OUTSIDE_TEXTS = {
  person: 'The page of a person shows it.',
  site: 'The site shows it, or an earlier version of it does.',
}

function describeUse({ use, story_count }: Picture): string {
  if (use === 'old') return 'Only in old versions'
  if (story_count === 0) return 'Used in kept changes'
  return `Used in ${formatCount(story_count, 'story', 'stories')}`
}

function PictureUses({ picture, onClose }: { picture: Picture; onClose(): void }) {
  const uses = api.pictures.uses.useQuery({ id: picture.id })
  return (
    <Dialog
      open
      role="dialog"
      width="text"
      title="Where this picture is used"
      description={nameOf(picture)}
      onClose={onClose}
      body={
        <Loaded query={uses} loading="Loading stories...">
          {(stories) => (
            <ul className="flex flex-col divide-y divide-line">
              {stories.map((use) => (
                <UseInStory key={use.article_id ?? `unsaved ${use.title}`} use={use} />
              ))}
            </ul>
          )}
        </Loaded>
      }
    >
      <Button onClick={onClose}>Close</Button>
    </Dialog>
  )
}

function UseInStory({ use }: { use: PictureUseInStory }) {
  const { article_id, state } = use
  const title = use.title || 'Untitled'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <div className="min-w-0 flex-1">
        {article_id === null ? (
          <p className="font-medium wrap-anywhere">{title}</p>
        ) : (
          <Link to={paths.admin.draft(article_id)} className="font-medium wrap-anywhere underline">
            {title}
          </Link>
        )}
        <p className="text-xs text-muted">{placesOf(use).join(', ')}</p>
      </div>
      {state && <StateBadge state={state} />}
    </li>
  )
}

function placesOf({ in_current, is_poster, unsaved_by, old_versions }: PictureUseInStory): string[] {
  return [
    ...(is_poster ? ['Featured image'] : in_current ? ['In the text'] : []),
    ...(unsaved_by.length > 0 ? [`Kept changes of ${unsaved_by.join(' and ')}`] : []),
    ...(old_versions > 0 ? [formatCount(old_versions, 'old version')] : []),
  ]
}

const nameOf = ({ alt, filename }: Pick<Picture, 'alt' | 'filename'>) => (alt ? `“${alt}”` : filename)

const countPictures = (count: number) => formatCount(count, 'picture')
