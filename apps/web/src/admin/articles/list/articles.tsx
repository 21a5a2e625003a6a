import type { ArticleState } from '@nightdesk/contracts'
import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
import { MenuCheck, MenuFrame } from '../../../ui/menu.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { EmptyState, Loading, Skeleton, times } from '../../../ui/states.tsx'
import { ButtonLink } from '../../screen/button-link.tsx'
import { FilterChip, ListSearch, Pager, paged } from '../../screen/list.tsx'
import { Loaded } from '../../screen/loaded.tsx'
import { Page, useRestoredFocus } from '../../screen/page.tsx'
import { useSelection } from '../../screen/selection.tsx'
import { ArticleTable, useNewArticles } from './article-table.tsx'
import { SelectionBar } from './bulk-change.tsx'
import { useColumns, useListSearch } from './list-search.ts'

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
  const { articles, hasMore } = useArticles(list)
  const isUnfiltered = page === 1 && !q && !tag && !links && (!state || state === 'draft')
  const newArticles = useNewArticles(isUnfiltered)
  const ids = articles.data?.map(({ id }) => id)
  const selection = useSelection(ids ?? [], JSON.stringify({ state, page, q, tag, links }))
  useRestoredFocus(ids && JSON.stringify([ids, newArticles.map(({ key }) => key), selection.ids.length > 0]))

  return (
    <Page title="Articles" actions={<Actions />}>
      <Filters list={list} />
      <Loaded query={articles} loading={<LoadingArticles />}>
        {(shown) => (
          <div aria-busy={articles.isPlaceholderData} className="flex flex-col gap-4">
            {shown.length + newArticles.length > 0 ? (
              <ArticleTable
                articles={shown}
                newArticles={newArticles}
                selection={selection}
                sort={sort}
                onSort={list.sortBy}
              />
            ) : (
              <NoArticles list={list} />
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
      </Loaded>
    </Page>
  )
}

const Actions = () => (
  <>
    <ButtonLink to={paths.admin.searchVersions}>Search old versions</ButtonLink>
    <ButtonLink to={paths.admin.newDraft} variant="primary">
      New Article
    </ButtonLink>
  </>
)

interface ListProps {
  list: ReturnType<typeof useListSearch>
}

function Filters({ list }: ListProps) {
  const { state, q, tag } = list
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segments label="Show articles" options={states} value={state ?? ''} onChange={list.showState} />
        <div className="flex w-full min-w-0 flex-wrap items-center gap-3 sm:w-auto sm:flex-nowrap">
          <DeadLinksFilter list={list} />
          <TagFilter list={list} />
          <ColumnsMenu />
          <ListSearch label="Search articles" value={q} onSearch={list.search} />
        </div>
      </div>
      {tag && <TagChip tag={tag} searchWithout={list.searchWithoutTag} />}
    </>
  )
}

/** Shows only articles with dead links. Renders nothing while there are none, unless it is on. */
function DeadLinksFilter({ list: { links, toggleDeadLinks } }: ListProps) {
  const found = api.articles.list.useQuery({ links: 'dead', limit: 1 }).data ?? []
  const isOn = links !== undefined
  if (found.length === 0 && !isOn) return null
  return (
    <Button aria-pressed={isOn} onClick={toggleDeadLinks} className="h-9">
      With dead links
    </Button>
  )
}

/** Filters the list by a tag. Renders nothing while there are no tags. */
function TagFilter({ list: { tag = '', showTag } }: ListProps) {
  const tags = useTags().filter(({ article_count }) => article_count > 0)
  if (tags.length === 0) return null
  const options = tags.map(({ name, slug, article_count }) => ({
    value: slug,
    label: `${name} (${article_count})`,
  }))
  return (
    <Select
      label="Show articles with the tag"
      hideLabel
      options={[{ value: '', label: 'All tags' }, ...options]}
      value={tags.some(({ slug }) => slug === tag) ? tag : ''}
      onChange={({ target }) => showTag(target.value)}
      className="h-9 w-full sm:w-40"
    />
  )
}

function TagChip({ tag, searchWithout }: { tag: string; searchWithout: string }) {
  const name = useTags().find(({ slug }) => slug === tag)?.name ?? tag
  return (
    <div>
      <FilterChip name="Tag" value={name} searchWithout={searchWithout} />
    </div>
  )
}

const useTags = () => api.articles.tags.useQuery({}).data ?? []

const PAGE_SIZE = 50

/** One page of the list, and whether another follows. */
function useArticles({ page, sort, state, q, tag, links }: ListProps['list']) {
  const wanted = { sort, state, q, tag, links }
  const articles = api.articles.list.useQuery(
    { ...wanted, page, limit: PAGE_SIZE },
    paged({ title: 'Failed to fetch articles', description: 'Please try again later' }),
  )
  // A query of page size 1, at the offset of the next page: the first article that did not fit.
  const next = api.articles.list.useQuery(
    { ...wanted, page: page * PAGE_SIZE + 1, limit: 1 },
    { enabled: articles.data?.length === PAGE_SIZE },
  )
  return { articles, hasMore: articles.data?.length === PAGE_SIZE && next.data?.length === 1 }
}

/** Empty state: there are no articles, or none that match the filters. */
function NoArticles({ list }: ListProps) {
  const { state, q, tag, links, page } = list
  if (q || state || tag || links || page > 1) {
    const help = state === 'deleted' ? TRASH : undefined
    return (
      <EmptyState {...list.emptyOf({ title: describeNone(list), help })}>
        <Button onClick={list.clear}>{q ? 'Clear' : 'Show all articles'}</Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No articles available" help="What you write is a draft until you publish it.">
      <ButtonLink to={paths.admin.newDraft} variant="primary">
        Create Your First Article
      </ButtonLink>
    </EmptyState>
  )
}

const TRASH = 'Deleted articles are kept here for 30 days.'

const names: Record<ArticleState, string> = {
  draft: 'drafts',
  published: 'published articles',
  archived: 'archived articles',
  deleted: 'articles in the trash',
}

function describeNone({ state, tag, links }: ListProps['list']): string {
  const ending = [tag && ' with this tag', links && ' with dead links'].filter(Boolean).join(' and')
  return `No ${state ? names[state] : 'articles'}${ending}`
}

const ROWS = 8

/** Skeleton of the table, with rows of the same height. */
function LoadingArticles() {
  return (
    <Loading label="Loading articles...">
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        <div className="h-9" />
        {times(ROWS, (row) => (
          <div key={row} className="flex h-[46px] items-center gap-8 px-4">
            <Skeleton className="h-4 w-1/4" />
            <Skeleton className="h-4 flex-1 max-sm:hidden" />
            <Skeleton className="h-[22px] w-20 rounded-full" />
            <Skeleton className="h-4 w-24 max-sm:hidden" />
          </div>
        ))}
      </div>
    </Loading>
  )
}

function ColumnsMenu() {
  const { possible, shown, toggle } = useColumns()
  const button = <Button className="h-9! max-sm:hidden">Columns</Button>
  return (
    <MenuFrame button={button} align="end">
      {possible.map(({ value, label }) => (
        <MenuCheck key={value} isOn={shown.includes(value)} onToggle={() => toggle(value)}>
          {label}
        </MenuCheck>
      ))}
    </MenuFrame>
  )
}
