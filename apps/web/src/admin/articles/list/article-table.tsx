import type { AdminArticleSummary, NewArticle, WorkingCopy } from '@nightdesk/contracts'
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { api } from '../../../api.ts'
import { formatNumber, formatShortDate } from '../../../format.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { actions, type Column, DataTable } from '../../../ui/table.tsx'
import { notify } from '../../notify.ts'
import { ButtonLink } from '../../screen/button-link.tsx'
import type { Selection } from '../../screen/selection.tsx'
import { ChangesBadge, ScheduledBadge, StateBadge } from '../../screen/state-badge.tsx'
import { focusRow, useShortcuts } from '../../shortcuts/shortcuts.tsx'
import { ArchiveActions, onlyOnce, usePublish } from '../article-actions.tsx'
import { articleServer } from '../saving/article-server.ts'
import { EMPTY_TEXT, isNew, textOf } from '../saving/draft-text.ts'
import { directionOf, type OptionalColumn, type SortColumn, type SortKey, useColumns } from './list-search.ts'

interface ArticleTableProps {
  articles: AdminArticleSummary[]
  /** New texts without an article, listed first. */
  newArticles: NewArticle[]
  selection: Selection
  sort: SortKey
  onSort(column: SortColumn): void
}

export function ArticleTable({ articles, newArticles, selection, sort, onSort }: ArticleTableProps) {
  const { shown } = useColumns()
  const onKeyDown = useSelectionKeys(selection)
  const columns = COLUMNS.filter(({ canHide }) => !canHide || shown.includes(canHide))
  const isSelected = ({ id }: AdminArticleSummary) => selection.ids.includes(id)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are shortcuts for the checkboxes of the rows
    <div onKeyDown={onKeyDown}>
      <DataTable<Row>
        label="Articles"
        columns={columns.map(({ sorts, ...column }) => ({
          ...column,
          sort: sorts && { direction: directionOf(sort, sorts), onSort: () => onSort(sorts) },
        }))}
        rows={[...newArticles, ...articles]}
        keyOf={(row) => (isNew(row) ? row.key : row.id)}
        selection={{
          label: 'Select all on this page',
          selected: selection.ids.length,
          total: articles.length,
          onToggleAll: selection.toggleAll,
          ofRow: (row) =>
            isNew(row)
              ? undefined
              : {
                  label: `Select ${row.title}`,
                  isSelected: isSelected(row),
                  onToggle: (isRange) => selection.toggle(row.id, isRange),
                },
        }}
        rowProps={(row) =>
          isNew(row)
            ? { className: 'hover:bg-bg' }
            : {
                'data-article': row.id,
                'aria-selected': isSelected(row),
                className: 'group/row relative hover:bg-bg aria-selected:bg-info-tint',
              }
        }
      />
    </div>
  )
}

type Row = AdminArticleSummary | NewArticle

const titleOf = ({ title }: Row) => title.trim() || 'Untitled'

/** It has no room in a card on a phone, and a new text has none. */
const FIGURE = 'text-ink-2 max-sm:hidden! as-cards:empty:hidden!'

const COLUMNS: readonly (Column<Row> & { sorts?: SortColumn; canHide?: OptionalColumn })[] = [
  {
    name: 'Title',
    // It gets two lines and most of the width; the excerpt only reminds of the story.
    className: 'as-cards:pr-10! as-table:w-[70%] as-table:max-w-0 as-table:min-w-40',
    cell: (row) => (
      <Link
        to={isNew(row) ? paths.admin.continueDraft(row.key) : paths.admin.draft(row.id)}
        title={titleOf(row)}
        dir="auto"
        className="line-clamp-2 font-medium wrap-anywhere hover:underline"
      >
        {titleOf(row)}
      </Link>
    ),
  },
  {
    name: 'Excerpt',
    canHide: 'excerpt',
    className: 'max-sm:hidden! text-ink-2 as-table:w-[30%] as-table:max-w-0 as-table:min-w-24 as-table:py-1',
    cell: ({ excerpt }) => (
      <span dir="auto" className="line-clamp-2 wrap-anywhere as-table:text-xs/4">
        {excerpt || 'No excerpt available'}
      </span>
    ),
  },
  {
    name: 'Status',
    sorts: 'state',
    cell: (row) =>
      isNew(row) ? (
        <Badge tone="info">Draft kept</Badge>
      ) : (
        <span className="flex flex-wrap items-center gap-1 as-table:flex-col as-table:items-start">
          <StateBadge state={row.state} />
          <ScheduledBadge at={row.scheduled_at} isShort />
          <ChangesBadge article={row} />
        </span>
      ),
  },
  {
    name: 'Words',
    canHide: 'words',
    numeric: true,
    className: FIGURE,
    cell: (row) => (isNew(row) ? null : formatNumber(row.word_count)),
  },
  {
    name: 'Readers',
    canHide: 'readers',
    numeric: true,
    className: FIGURE,
    cell: (row) => (isNew(row) ? null : formatNumber(row.readers)),
  },
  {
    name: 'Last Updated',
    sorts: 'date_updated',
    className: 'whitespace-nowrap text-ink-2 tabular-nums',
    cell: (row) => formatShortDate(isNew(row) ? row.updated_at : row.date_updated),
  },
  actions(
    (row) => (isNew(row) ? <NewArticleActions article={row} /> : <RowActions article={row} />),
    'bg-inherit as-table:w-px',
  ),
]

/** What a row offers: to look at the article, to edit it, to publish it, and to put it away. */
export function RowActions({ article }: { article: AdminArticleSummary }) {
  const { id, state } = article
  return (
    <div className="relative flex gap-1 bg-inherit">
      <ButtonLink to={paths.admin.draft(id)} size="sm">
        View
      </ButtonLink>
      {state !== 'deleted' && (
        <ButtonLink to={paths.admin.editDraft(id)} size="sm">
          Edit
        </ButtonLink>
      )}
      <PublishAction article={article} />
      <ArchiveActions article={article} asMenu />
    </div>
  )
}

/**
 * Publish now, or Unpublish. In a table it is laid over the date while the pointer or the focus is in the row, because its
 * width belongs to the title otherwise. A touch screen shows it always.
 */
function PublishAction({ article }: { article: AdminArticleSummary }) {
  const { title, state } = article
  const { publish, unpublish, isPending } = usePublish(article)
  if (state !== 'draft' && state !== 'published') return null
  const label = state === 'draft' ? 'Publish now' : 'Unpublish'
  return (
    <span
      className={
        'as-table:pointer-fine:absolute as-table:pointer-fine:right-full as-table:pointer-fine:w-32 ' +
        'as-table:pointer-fine:bg-inherit as-table:pointer-fine:pr-1 as-table:pointer-fine:text-right ' +
        'as-table:pointer-fine:not-group-hover/row:not-group-focus-within/row:opacity-0'
      }
    >
      <Button
        size="sm"
        isBusy={isPending}
        aria-label={`${label} ${title}`}
        onClick={onlyOnce(state === 'draft' ? publish : unpublish)}
      >
        {label}
      </Button>
    </span>
  )
}

/** Texts that are no article yet; visible only to their author. */
export function useNewArticles(isShown: boolean): NewArticle[] {
  const { data = [] } = api.newArticles.list.useQuery({}, { enabled: isShown })
  return isShown ? data : []
}

function NewArticleActions({ article }: { article: NewArticle }) {
  const discard = useDiscard(article)
  return (
    <div className="flex gap-1">
      <ButtonLink to={paths.admin.continueDraft(article.key)} size="sm">
        Continue
      </ButtonLink>
      <Menu label={`Actions for ${titleOf(article)}`} items={[{ label: 'Discard', onSelect: discard }]} />
    </div>
  )
}

/** Deletes the working copy; Undo writes it again. */
function useDiscard({ key, title }: NewArticle) {
  const { client, newArticles } = api.useUtils()
  const server = articleServer(client, { key }, () => void newArticles.list.invalidate())
  const topic = `new article ${key}`
  const description = title.trim() || undefined
  async function takeBack(copy: WorkingCopy) {
    const base = { version_number: 0, text: { ...EMPTY_TEXT, tags: copy.base_tags } }
    try {
      await server.putCopy({ text: textOf(copy), base, copy_revision: 0 })
    } catch {
      const title = 'It could not be brought back'
      notify({ kind: 'error', title, description, duration: 0, topic, undo: () => takeBack(copy) })
    }
  }
  return async () => {
    try {
      const copy = await server.readCopy()
      // Another window has saved or discarded it.
      if (!copy) return void newArticles.list.invalidate()
      await server.deleteCopy(copy.revision)
      notify({ title: 'Discarded', description, topic, undo: () => takeBack(copy) })
    } catch {
      notify({ kind: 'error', title: 'Error', description: 'Failed to discard what was begun' })
    }
  }
}

/** X selects the row with the focus. Shift with an arrow key selects it and the next one, and moves the focus there. */
function useSelectionKeys({ toggle, extend }: Pick<Selection, 'toggle' | 'extend'>) {
  useShortcuts({
    x: () => {
      const id = focusedArticle()
      if (id !== null) toggle(id)
    },
  })

  return (event: KeyboardEvent) => {
    if (!event.shiftKey || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    const from = focusedArticle()
    if (from === null) return
    event.preventDefault()
    focusRow(event.key === 'ArrowDown' ? 1 : -1)
    const to = focusedArticle()
    if (to !== null && to !== from) extend(from, to)
  }
}

/** The article of the row with the focus; null outside of the rows, and in the row of a text that is no article yet. */
function focusedArticle(): number | null {
  const row = document.activeElement?.closest<HTMLElement>('tr[data-article]')
  return row ? Number(row.dataset.article) : null
}
