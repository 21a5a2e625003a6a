import { Link } from 'react-router'
import { explain } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useMinimumPending } from '../../../ui/use-minimum-pending.ts'
import { useRestoredFocus } from '../../screen/focus/use-restored-focus.ts'
import { ListSearch } from '../../screen/list/list-search.tsx'
import { Pager } from '../../screen/list/pager.tsx'
import { Page } from '../../screen/page.tsx'
import { ColumnsMenu } from './columns/columns-menu.tsx'
import { DeadLinksFilter } from './dead-links-filter.tsx'
import { NoArticles } from './no-articles.tsx'
import { SelectionBar } from './selection/selection-bar.tsx'
import { useSelection } from './selection/use-selection.ts'
import { ArticleTable } from './table/article-table.tsx'
import { LoadingArticles } from './table/loading-articles.tsx'
import { useNewArticles } from './table/new-article-rows.tsx'
import { TagChip, TagFilter } from './tag-filter.tsx'
import { useArticles } from './use-articles.ts'
import { useListSearch } from './use-list-search.ts'

const states = [
  { value: '', label: 'All' },
  { value: 'draft', label: 'Drafts' },
  { value: 'published', label: 'Published' },
  { value: 'archived', label: 'Archived' },
  { value: 'deleted', label: 'Trash' },
] as const

export function Articles() {
  const list = useListSearch()
  const { sort, state, page, q, tag, links } = list
  const { articles, hasMore } = useArticles({ sort, state, page, q, tag, links })
  const isUnfiltered = page === 1 && !q && !tag && !links && (!state || state === 'draft')
  const newArticles = useNewArticles(isUnfiltered)
  const shown = articles.data ?? []
  const selection = useSelection(
    shown.map(({ id }) => id),
    JSON.stringify({ state, page, q, tag, links }),
  )
  useRestoredFocus(String(selection.ids.length > 0))
  const isLoading = useMinimumPending(articles.isPending)

  return (
    <Page title="Articles" actions={<Actions />}>
      <Filters list={list} />
      {articles.isError && (
        <ErrorState
          message={explain(articles.error)}
          reference={articles.error.data?.request_id}
          onRetry={() => articles.refetch()}
        />
      )}
      {isLoading && <LoadingArticles />}
      {!isLoading && articles.data && (
        <div aria-busy={articles.isPlaceholderData} className="flex flex-col gap-4">
          {articles.data.length + newArticles.length > 0 ? (
            <ArticleTable
              articles={articles.data}
              newArticles={newArticles}
              selection={selection}
              sort={sort}
              onSort={list.sortBy}
            />
          ) : (
            <NoArticles
              state={state}
              q={q}
              isTagged={tag !== undefined}
              hasDeadLinks={links !== undefined}
              page={page}
              onClear={list.clear}
            />
          )}
          {selection.ids.length > 0 && (
            <SelectionBar
              articles={shown.filter(({ id }) => selection.ids.includes(id))}
              selection={selection}
            />
          )}
          <Pager page={page} isLast={!hasMore} onChange={list.showPage} />
        </div>
      )}
    </Page>
  )
}

const Actions = () => (
  <>
    <Link to={paths.admin.searchVersions} className={buttonClass({ variant: 'secondary' })}>
      Search old versions
    </Link>
    <Link to={paths.admin.newDraft} className={buttonClass()}>
      New Article
    </Link>
  </>
)

function Filters({ list }: { list: ReturnType<typeof useListSearch> }) {
  const { state, q, tag, links } = list
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segments label="Show articles" options={states} value={state ?? ''} onChange={list.showState} />
        <div className="flex w-full min-w-0 flex-wrap items-center gap-3 sm:w-auto sm:flex-nowrap">
          <DeadLinksFilter isOn={links !== undefined} onToggle={list.toggleDeadLinks} />
          <TagFilter tag={tag} onChange={list.showTag} />
          <ColumnsMenu />
          <ListSearch label="Search articles" value={q} onSearch={list.search} />
        </div>
      </div>
      {tag && <TagChip tag={tag} searchWithout={list.searchWithoutTag} />}
    </>
  )
}
