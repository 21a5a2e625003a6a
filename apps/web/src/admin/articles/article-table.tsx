import type { AdminArticleSummary } from '@nightdesk/contracts'
import { Link } from 'react-router'
import { formatShortDate } from '../../format.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Cell, HeadCell, SortHeadCell, Table } from '../../ui/table.tsx'
import { ScheduledBadge } from './schedule/scheduled-badge.tsx'
import { ShelfActions } from './shelf-actions.tsx'
import { directionOf, type SortColumn, type SortKey } from './sort.ts'
import { StateBadge } from './state-badge.tsx'

interface ArticleTableProps {
  articles: AdminArticleSummary[]
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

/** One line each for title and excerpt, so that every row is as high as the next. */
function Row({ article }: { article: AdminArticleSummary }) {
  const { id, title, excerpt, state, date_updated, scheduled_at } = article
  return (
    <tr className="hover:bg-bg">
      <Cell className="sm:w-[30%] sm:max-w-0 sm:min-w-40">
        <Link
          to={paths.admin.draft(id)}
          title={title}
          className="font-medium wrap-anywhere hover:underline max-sm:line-clamp-2 sm:block sm:truncate"
        >
          {title}
        </Link>
      </Cell>
      <Cell label="Excerpt" className="text-ink-2 sm:max-w-0 sm:min-w-40">
        <span className="wrap-anywhere max-sm:line-clamp-2 sm:block sm:truncate">
          {excerpt || 'No excerpt available'}
        </span>
      </Cell>
      <Cell label="Status">
        <span className="flex flex-wrap gap-1">
          <StateBadge state={state} />
          <ScheduledBadge at={scheduled_at} />
        </span>
      </Cell>
      <Cell label="Last Updated" className="whitespace-nowrap text-ink-2 tabular-nums">
        {formatShortDate(date_updated)}
      </Cell>
      <Cell className="sm:w-px">
        <div className="flex gap-1">
          <Link to={paths.admin.draft(id)} className={rowLink}>
            View
          </Link>
          {state !== 'deleted' && (
            <Link to={paths.admin.editDraft(id)} className={rowLink}>
              Edit
            </Link>
          )}
          <ShelfActions article={article} asMenu />
        </div>
      </Cell>
    </tr>
  )
}
