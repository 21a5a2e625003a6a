import type { ArticleSummary } from '@nightdesk/contracts'
import { Link } from 'react-router'
import { formatShortDate } from '../../format.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Cell, HeadCell, SortHeadCell, Table } from '../../ui/table.tsx'
import { ShelfActions } from './shelf-actions.tsx'
import { directionOf, type SortColumn, type SortKey } from './sort.ts'
import { StateBadge } from './state-badge.tsx'

interface ArticleTableProps {
  articles: ArticleSummary[]
  sort: SortKey
  onSort(column: SortColumn): void
}

export function ArticleTable({ articles, sort, onSort }: ArticleTableProps) {
  const sortHead = (column: SortColumn) => ({
    direction: directionOf(sort, column),
    onSort: () => onSort(column),
  })
  return (
    <Table
      label="Articles"
      head={
        <>
          <HeadCell>Title</HeadCell>
          <HeadCell>Excerpt</HeadCell>
          <SortHeadCell {...sortHead('state')}>Status</SortHeadCell>
          <SortHeadCell {...sortHead('date_updated')}>Last Updated</SortHeadCell>
          <HeadCell>Actions</HeadCell>
        </>
      }
    >
      {articles.map((article) => (
        <Row key={article.id} article={article} />
      ))}
    </Table>
  )
}

const rowLink = buttonClass({ variant: 'secondary', size: 'sm' })

function Row({ article }: { article: ArticleSummary }) {
  const { id, title, excerpt, state, date_updated } = article
  return (
    <tr>
      <Cell className="min-w-40 font-medium wrap-anywhere">{title}</Cell>
      <Cell className="min-w-56 text-ink-2">
        <span className="line-clamp-2 wrap-anywhere">{excerpt || 'No excerpt available'}</span>
      </Cell>
      <Cell>
        <StateBadge state={state} />
      </Cell>
      <Cell className="whitespace-nowrap text-ink-2">{formatShortDate(date_updated)}</Cell>
      <Cell>
        <div className="flex gap-1">
          <Link to={paths.admin.draft(id)} className={rowLink}>
            View
          </Link>
          {state !== 'deleted' && (
            <Link to={paths.admin.editDraft(id)} className={rowLink}>
              Edit
            </Link>
          )}
          <ShelfActions article={article} size="sm" />
        </div>
      </Cell>
    </tr>
  )
}
