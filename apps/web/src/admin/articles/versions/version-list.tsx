import { type Article, MAX_LABEL_LENGTH, type VersionSummary } from '@nightdesk/contracts'
import type { FormEvent, KeyboardEvent } from 'react'
import { type ApiError, api, explain } from '../../../api.ts'
import { formatCount, formatDate, formatTime } from '../../../format.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { useMinimumPending } from '../../../ui/use-minimum-pending.ts'
import { newestParams } from '../../screen/list.tsx'
import { useRestoredFocus } from '../../screen/page.tsx'
import { StateBadge } from '../../screen/state-badge.tsx'
import { announced, useArticleChanged } from '../article-changed.ts'
import { useSelectedVersion, useVersion, useVersions } from './versions.ts'

interface VersionListProps {
  article: Article
  /** Limits the height: the list scrolls, so that the selected text stays in view. */
  className?: string
  onReverted?: (article: Article, isUndo: boolean) => void
}

/** The versions, newest first, paginated. The selected one can be reverted to. */
export function VersionList({ article, className = '', onReverted }: VersionListProps) {
  const { versions, error, isPending, refetch, ...next } = useVersions(article.id)
  const { selected, selectedId, itemOf } = useVersionItems(article, onReverted)
  // The button to revert is removed with the selection, and that for older versions with the last of them.
  useRestoredFocus(versions && `${selectedId} ${next.hasNextPage}`)
  const isLoading = useMinimumPending(isPending)

  if (isLoading) return <Loading label="Loading versions..." line="h-[70px]" />
  if (!versions) {
    const message = `Error loading versions: ${error && explain(error as ApiError)}` // the client throws nothing else
    return <ErrorState message={message} onRetry={() => refetch()} />
  }
  if (versions.length === 0) return <p className="text-muted">No versions available</p>
  const isListed = !selected || versions.some(({ id }) => id === selected.id)
  return (
    <div className={`-mx-2 flex min-h-0 flex-col gap-4 overflow-y-auto px-2 ${className}`} data-versions>
      {/* A link can lead to a version that is not loaded into the list yet. */}
      {!isListed && <ol>{itemOf(selected)}</ol>}
      {byDay(versions).map(([day, written]) => (
        <section key={day} aria-label={day}>
          <h3 className="px-3 pb-1 text-xs font-medium text-muted">{day}</h3>
          <ol className="flex flex-col gap-1">{written.map(itemOf)}</ol>
        </section>
      ))}
      {next.hasNextPage && (
        <Button isBusy={next.isFetchingNextPage} onClick={() => next.fetchNextPage()}>
          Show older versions
        </Button>
      )}
    </div>
  )
}

function useVersionItems(article: Article, onReverted: VersionListProps['onReverted']) {
  const { selectedId, select } = useSelectedVersion()
  const { data: selected } = useVersion(article.id, selectedId)
  const { revert, isPending } = useRevert(article, (reverted, isUndo, version_id) => {
    // Another one may have been selected meanwhile.
    if (newestParams().get('version') === String(version_id)) select(null)
    onReverted?.(reverted, isUndo)
  })
  const itemOf = (version: VersionSummary) => (
    <li key={version.id} ref={version.id === selectedId ? scrollIntoView : undefined}>
      <VersionButton
        version={version}
        isCurrent={version.id === article.version_id}
        isSelected={version.id === selectedId}
        onClick={() => select(version.id === selectedId ? null : version.id)}
      />
      {version.id === selectedId && (
        <div className="flex flex-col items-start gap-3 px-3 py-2">
          {version.id !== article.version_id && article.state !== 'deleted' && (
            <Button size="sm" variant="warning" isBusy={isPending} onClick={() => revert(version.id)}>
              Revert to this version
            </Button>
          )}
          {article.state !== 'deleted' && <VersionLabel version={version} />}
        </div>
      )}
    </li>
  )
  return { selected, selectedId, itemOf }
}

/** The time line may have selected a version that is far down the list. */
const scrollIntoView = (item: HTMLElement | null) => item?.scrollIntoView({ block: 'nearest' })

/** Groups versions by day in the viewer's time zone, newest first. */
const byDay = (versions: readonly VersionSummary[]) => [
  ...Map.groupBy(versions, ({ created_at }) => formatDate(created_at)),
]

interface VersionButtonProps {
  version: VersionSummary
  isCurrent: boolean
  isSelected: boolean
  onClick(): void
}

function VersionButton({ version, isCurrent, isSelected, onClick }: VersionButtonProps) {
  const { version_number, created_at, created_by_name, change_description, state, word_count, label } =
    version
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      onClick={onClick}
      onKeyDown={moveByArrows}
      className="flex w-full flex-col items-start gap-0.5 rounded-control border border-transparent px-3 py-2 text-left hover:border-line aria-pressed:border-control aria-pressed:bg-sunken"
    >
      <span className="flex w-full items-center justify-between gap-2 font-medium">
        <span>
          Version {version_number}{' '}
          {isCurrent && <span className="ml-2 text-xs font-normal text-muted">Current</span>}
        </span>
        <StateBadge state={state} />
      </span>
      {label && <span className="text-xs font-medium wrap-anywhere">“{label}”</span>}
      <span className="text-xs text-ink-2">{change_description}</span>
      <span className="text-xs text-muted">
        {formatTime(created_at)} · {created_by_name} · {formatCount(word_count, 'word')}
      </span>
    </button>
  )
}

/** ArrowUp and ArrowDown select the version above or below. */
function moveByArrows(event: KeyboardEvent<HTMLButtonElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const list = event.currentTarget.closest('[data-versions]')
  if (step === 0 || !list) return
  const buttons = [...list.querySelectorAll<HTMLButtonElement>('button[aria-pressed]')]
  const next = buttons[buttons.indexOf(event.currentTarget) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
  if (next.ariaPressed === 'false') next.click()
}

/**
 * Reverts to an old version by saving a copy of it; refused when the text that the screen shows was changed meanwhile. Undo
 * reverts to the version before.
 */
function useRevert(
  { id, version_id: shown, version_number }: Article,
  onReverted: (article: Article, isUndo: boolean, version_id: number) => void,
) {
  const { articles } = api.useUtils()
  const { mutateAsync, isPending } = api.versions.revert.useMutation({
    meta: { failure: { title: 'Failed to revert version' } },
    onError: () => void articles.get.invalidate({ id }),
    onSuccess: useArticleChanged(),
  })
  async function revertTo(version_id: number, base_version: number, previous: number, isUndo = false) {
    const reverted = await announced(mutateAsync({ id, version_id, base_version }), (article) => ({
      title: 'Version reverted successfully',
      undo: () => revertTo(previous, article.version_number, article.version_id, true),
    }))
    if (reverted) onReverted(reverted, isUndo, version_id)
  }
  return { revert: (version_id: number) => revertTo(version_id, version_number, shown), isPending }
}

/** What people call a version, and the form that changes it. */
function VersionLabel({ version: { id, article_id, label } }: { version: VersionSummary }) {
  const { versions } = api.useUtils()
  const { mutate, isPending } = api.versions.label.useMutation({
    meta: { failure: { title: 'Failed to label version' } },
    onSuccess(labelled) {
      versions.get.setData({ id: article_id, version_id: id }, (known) => known && { ...known, ...labelled })
      void versions.list.invalidate({ id: article_id })
      void versions.timeline.invalidate({ id: article_id })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const written = new FormData(event.currentTarget).get('label')
    mutate({ id: article_id, version_id: id, label: String(written).trim() || null })
  }
  return (
    <form className="flex items-end gap-2" onSubmit={submit}>
      <label className="flex min-w-0 flex-1 flex-col gap-1 text-xs text-muted">
        Label
        <input
          name="label"
          defaultValue={label ?? ''}
          maxLength={MAX_LABEL_LENGTH}
          autoComplete="off"
          placeholder="before the edit"
          className="h-8 w-full rounded-control border border-control bg-surface px-2 text-sm text-ink placeholder:text-muted"
        />
      </label>
      <Button type="submit" isBusy={isPending}>
        Set label
      </Button>
    </form>
  )
}
