import type { AdminArticleSummary, NewArticle } from '@nightdesk/contracts'
import { HeadCell, SelectHeadCell, SortHeadCell, Table } from '../../../../ui/table.tsx'
import { useColumns } from '../columns/use-columns.ts'
import type { Selection } from '../selection/use-selection.ts'
import { useSelectionKeys } from '../selection/use-selection-keys.ts'
import { directionOf, type SortColumn, type SortKey } from '../sort.ts'
import { ArticleRow } from './article-row.tsx'
import { NewArticleRow } from './new-article-rows.tsx'

interface ArticleTableProps {
  articles: AdminArticleSummary[]
  /** New texts without an article, listed first. */
  newArticles: NewArticle[]
  selection: Selection
  sort: SortKey
  onSort(column: SortColumn): void
}

export function ArticleTable({ articles, newArticles, selection, sort, onSort }: ArticleTableProps) {
  const [columns] = useColumns()
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
            {columns.includes('words') && (
              <HeadCell numeric isWideOnly>
                Words
              </HeadCell>
            )}
            {columns.includes('readers') && (
              <HeadCell numeric isWideOnly>
                Readers
              </HeadCell>
            )}
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
