import type { AdminArticleSummary, NewArticle, WorkingCopy } from '@nightdesk/contracts'
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { api } from '../../../api.ts'
import { formatNumber, formatShortDate } from '../../../format.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Cell, HeadCell, SelectCell, SelectHeadCell, SortHeadCell, Table } from '../../../ui/table.tsx'
import { notify } from '../../notify.ts'
import { ButtonLink } from '../../screen/button-link.tsx'
import type { Selection } from '../../screen/selection.tsx'
import { ChangesBadge, ScheduledBadge, StateBadge } from '../../screen/state-badge.tsx'
import { focusRow, useShortcuts } from '../../shortcuts/shortcuts.tsx'
import { ArchiveActions, usePublish } from '../article-actions.tsx'
import { articleServer } from '../saving/article-server.ts'
import { EMPTY_TEXT, textOf } from '../saving/draft-text.ts'
import { type Column, directionOf, type SortColumn, type SortKey, useColumns } from './list-search.ts'

interface ArticleTableProps {
  articles: AdminArticleSummary[]
  /** New texts without an article, listed first. */
  newArticles: NewArticle[]
  selection: Selection
  sort: SortKey
  onSort(column: SortColumn): void
}

export function ArticleTable({ articles, newArticles, selection, sort, onSort }: ArticleTableProps) {
  const { shown: columns } = useColumns()
  const onKeyDown = useSelectionKeys(selection)
  const sortHead = (column: SortColumn) => ({
    direction: directionOf(sort, column),
    onSort: () => onSort(column),
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are shortcuts for the checkboxes of the rows
    <div onKeyDown={onKeyDown}>
      <Table
        label="Articles"
        head={
          <>
            <SelectHeadCell
              label="Select all on this page"
              selected={selection.ids.length}
              total={articles.length}
              onToggle={selection.toggleAll}
            />
            <HeadCell>Title</HeadCell>
            {columns.includes('excerpt') && <HeadCell>Excerpt</HeadCell>}
            <SortHeadCell {...sortHead('state')}>Status</SortHeadCell>
            {columns.includes('words') && <HeadCell numeric>Words</HeadCell>}
            {columns.includes('readers') && <HeadCell numeric>Readers</HeadCell>}
            <SortHeadCell {...sortHead('date_updated')}>Last Updated</SortHeadCell>
            <HeadCell>Actions</HeadCell>
          </>
        }
      >
        {newArticles.map((article) => (
          <NewArticleRow key={article.key} article={article} columns={columns} />
        ))}
        {articles.map((article) => (
          <ArticleRow
            key={article.id}
            article={article}
            columns={columns}
            isSelected={selection.ids.includes(article.id)}
            onToggle={(isRange) => selection.toggle(article.id, isRange)}
          />
        ))}
      </Table>
    </div>
  )
}

interface ArticleRowProps {
  article: AdminArticleSummary
  columns: readonly Column[]
  isSelected: boolean
  /** `isRange`: also selects the rows since the last one. */
  onToggle(isRange: boolean): void
}

/** It has no room in a card on a phone. */
const FIGURE = 'text-ink-2 max-sm:hidden!'

function ArticleRow({ article, columns, isSelected, onToggle }: ArticleRowProps) {
  const { id, title, excerpt, state, date_updated, scheduled_at, word_count, readers } = article
  return (
    <tr
      data-article={id}
      aria-selected={isSelected}
      className="group/row relative hover:bg-bg aria-selected:bg-info-tint"
    >
      <SelectCell label={`Select ${title}`} isSelected={isSelected} onToggle={onToggle} />
      <TitleCell to={paths.admin.draft(id)} title={title} />
      {columns.includes('excerpt') && <ExcerptCell excerpt={excerpt} />}
      <Cell label="Status">
        <span className="flex flex-wrap items-center gap-1 as-table:flex-col as-table:items-start">
          <StateBadge state={state} />
          <ScheduledBadge at={scheduled_at} isShort />
          <ChangesBadge article={article} />
        </span>
      </Cell>
      {columns.includes('words') && (
        <Cell label="Words" numeric className={FIGURE}>
          {formatNumber(word_count)}
        </Cell>
      )}
      {columns.includes('readers') && (
        <Cell label="Readers" numeric className={FIGURE}>
          {formatNumber(readers)}
        </Cell>
      )}
      <Cell label="Last Updated" className="whitespace-nowrap text-ink-2 tabular-nums">
        {formatShortDate(date_updated)}
      </Cell>
      <Cell className="bg-inherit as-table:w-px">
        <RowActions article={article} />
      </Cell>
    </tr>
  )
}

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
        onClick={state === 'draft' ? publish : unpublish}
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

interface NewArticleRowProps {
  article: NewArticle
  columns: readonly Column[]
}

function NewArticleRow({ article, columns }: NewArticleRowProps) {
  const { key, title, excerpt, updated_at } = article
  const name = title.trim() || 'Untitled'
  const discard = useDiscard(article)
  return (
    <tr className="hover:bg-bg">
      <Cell className="as-cards:hidden!">{null}</Cell>
      <TitleCell to={paths.admin.continueDraft(key)} title={name} />
      {columns.includes('excerpt') && <ExcerptCell excerpt={excerpt} />}
      <Cell label="Status">
        <Badge tone="info">Draft kept</Badge>
      </Cell>
      {columns.includes('words') && <Cell className="as-cards:hidden!">{null}</Cell>}
      {columns.includes('readers') && <Cell className="as-cards:hidden!">{null}</Cell>}
      <Cell label="Last Updated" className="whitespace-nowrap text-ink-2 tabular-nums">
        {formatShortDate(updated_at)}
      </Cell>
      <Cell className="as-table:w-px">
        <div className="flex gap-1">
          <ButtonLink to={paths.admin.continueDraft(key)} size="sm">
            Continue
          </ButtonLink>
          <Menu label={`Actions for ${name}`} items={[{ label: 'Discard', onSelect: discard }]} />
        </div>
      </Cell>
    </tr>
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

/** The title gets two lines and most of the width; the excerpt only reminds of the story. */
const TitleCell = ({ to, title }: { to: string; title: string }) => (
  <Cell className="as-cards:pr-10! as-table:w-[70%] as-table:max-w-0 as-table:min-w-40">
    <Link to={to} title={title} dir="auto" className="line-clamp-2 font-medium wrap-anywhere hover:underline">
      {title}
    </Link>
  </Cell>
)

const ExcerptCell = ({ excerpt }: { excerpt: string }) => (
  <Cell
    label="Excerpt"
    className="max-sm:hidden! text-ink-2 as-table:w-[30%] as-table:max-w-0 as-table:min-w-24 as-table:py-1"
  >
    <span dir="auto" className="line-clamp-2 wrap-anywhere as-table:text-xs/4">
      {excerpt || 'No excerpt available'}
    </span>
  </Cell>
)

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
