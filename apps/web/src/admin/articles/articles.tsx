import { keepPreviousData } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api, explain } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Page } from '../layout/page.tsx'
import { ArticleTable } from './article-table.tsx'
import { useListSearch } from './use-list-search.ts'

const PAGE_SIZE = 50

const states = [
  { value: '', label: 'All' },
  { value: 'draft', label: 'Drafts' },
  { value: 'published', label: 'Published' },
  { value: 'archived', label: 'Archived' },
  { value: 'deleted', label: 'Trash' },
]

export function Articles() {
  const { sort, state, page, sortBy, showState, showPage } = useListSearch()
  const articles = api.articles.list.useQuery(
    { sort, state, page, limit: PAGE_SIZE },
    {
      placeholderData: keepPreviousData,
      meta: { failure: { title: 'Failed to fetch articles', description: 'Please try again later' } },
    },
  )
  const isEmpty = articles.data?.length === 0

  return (
    <Page
      title="Articles"
      actions={
        <>
          <Select
            label="Show articles"
            hideLabel
            options={states}
            value={state ?? ''}
            onChange={({ target }) => showState(target.value)}
          />
          <Link to={paths.admin.newDraft} className={buttonClass()}>
            New Article
          </Link>
        </>
      }
    >
      {articles.isPending && <Loading label="Loading articles..." lines={8} />}
      {articles.isError && (
        <ErrorState message={explain(articles.error)} onRetry={() => articles.refetch()} />
      )}
      {isEmpty && <NoArticles isFiltered={state !== undefined || page > 1} onShowAll={() => showState('')} />}
      {articles.data && !isEmpty && <ArticleTable articles={articles.data} sort={sort} onSort={sortBy} />}
      <Pager page={page} isLast={(articles.data?.length ?? 0) < PAGE_SIZE} onChange={showPage} />
    </Page>
  )
}

function NoArticles({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll(): void }) {
  if (isFiltered) {
    return (
      <EmptyState title="No articles here">
        <Button variant="secondary" onClick={onShowAll}>
          Show all articles
        </Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No articles available">
      <Link to={paths.admin.newDraft} className={buttonClass()}>
        Create Your First Article
      </Link>
    </EmptyState>
  )
}

function Pager({ page, isLast, onChange }: { page: number; isLast: boolean; onChange(page: number): void }) {
  if (page === 1 && isLast) return null
  return (
    <nav aria-label="Pages" className="flex items-center justify-center gap-3">
      <Button variant="secondary" disabled={page === 1} onClick={() => onChange(page - 1)}>
        Previous
      </Button>
      <span className="text-muted">Page {page}</span>
      <Button variant="secondary" disabled={isLast} onClick={() => onChange(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
