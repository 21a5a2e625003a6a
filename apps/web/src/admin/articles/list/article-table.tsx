import type { AdminArticleSummary, NewArticle } from '@nightdesk/contracts'
import { Link } from 'react-router'
import { formatShortDate } from '../../../format.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Cell, HeadCell, SortHeadCell, Table } from '../../../ui/table.tsx'
import { ArchiveActions } from '../detail/archive-actions.tsx'
import { ScheduledBadge } from '../schedule/scheduled-badge.tsx'
import { ExcerptCell, TitleCell } from './article-cells.tsx'
import { NewArticleRow } from './new-article-rows.tsx'
import { directionOf, type SortColumn, type SortKey } from './sort.ts'
import { StateBadge } from './state-badge.tsx'

interface ArticleTableProps {
  articles: AdminArticleSummary[]
  /** New texts without an article, listed first. */
  newArticles: NewArticle[]
  sort: SortKey
  onSort(column: SortColumn): void
}

export function ArticleTable({ articles, newArticles, sort, onSort }: ArticleTableProps) {
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
      {newArticles.map((article) => (
        <NewArticleRow key={article.key} article={article} />
      ))}
      {articles.map((article) => (
        <Row key={article.id} article={article} />
      ))}
    </Table>
  )
}

const rowLink = buttonClass({ variant: 'secondary', size: 'sm' })

function Row({ article }: { article: AdminArticleSummary }) {
  const { id, title, excerpt, state, date_updated, scheduled_at, unsaved_at } = article
  return (
    <tr className="hover:bg-bg">
      <TitleCell to={paths.admin.draft(id)} title={title} />
      <ExcerptCell excerpt={excerpt} />
      <Cell label="Status">
        <span className="flex flex-wrap items-center gap-1 as-table:flex-col as-table:items-start">
          <StateBadge state={state} />
          <ScheduledBadge at={scheduled_at} isShort />
          {unsaved_at !== null && <Badge tone="info">Unpublished changes</Badge>}
        </span>
      </Cell>
      <Cell label="Last Updated" className="whitespace-nowrap text-ink-2 tabular-nums">
        {formatShortDate(date_updated)}
      </Cell>
      <Cell className="as-table:w-px">
        <div className="flex gap-1">
          <Link to={paths.admin.draft(id)} className={rowLink}>
            View
          </Link>
          {state !== 'deleted' && (
            <Link to={paths.admin.editDraft(id)} className={rowLink}>
              Edit
            </Link>
          )}
          <ArchiveActions article={article} asMenu />
        </div>
      </Cell>
    </tr>
  )
}
