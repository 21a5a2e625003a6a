import {
  CARDS_PER_PAGE,
  type CountedTag,
  cutTo,
  MAX_HITS,
  MAX_QUERY,
  notFound,
  type Pieces,
  publicPath,
  type SearchHit,
  type SearchResult,
} from '@nightdesk/contracts'
import type { ReactNode } from 'react'
import { formatCount, formatShortDate } from '../../format.ts'
import { paths } from '../../paths.ts'
import { Pager } from '../card.tsx'
import { PageHead } from '../head.tsx'
import { SearchForm } from '../layout.tsx'
import { type PageRequest, useSettings } from '../rendering.ts'
import { TagLinks } from './article.tsx'
import { readPage } from './load-list.ts'

export function Search({ q, page, result, hasMore, tags }: SearchPage) {
  return (
    <SearchFrame q={q}>
      {result?.total ? <Hits q={q} page={page} result={result} /> : null}
      {result?.total === 0 ? <NoHits result={result} /> : null}
      {tags.length > 0 ? (
        <section className="subjects" aria-labelledby="subjects">
          <h2 id="subjects">
            {result ? 'Or look through what stories are about' : 'What stories are about'}
          </h2>
          <TagLinks tags={tags} />
        </section>
      ) : null}
      <Pager
        page={page}
        hasOlder={hasMore}
        pathOf={(number) => paths.search(q, number)}
        newer="Previous results"
        older="More results"
      />
    </SearchFrame>
  )
}

export function SearchError() {
  return (
    <SearchFrame q="">
      <p className="state" role="alert">
        The search failed. Please try again later.
      </p>
    </SearchFrame>
  )
}

function SearchFrame({ q, children }: { q: string; children: ReactNode }) {
  return (
    <section className="wrap search-page">
      <PageHead title={q ? `Search: ${q}` : 'Search'} />
      <header className="listing-head">
        <h1>Search</h1>
        <SearchForm q={q} className="search-form" />
      </header>
      {children}
    </section>
  )
}

function Hits({ q, page, result }: { q: string; page: number; result: SearchResult }) {
  const { total, searched_for, hits } = result
  const count = formatCount(total, 'result')
  return (
    <>
      <p className="search-count" role="status">
        {searched_for === q ? '' : `No stories match “${q}”. These match “${searched_for}”. `}
        <span className="label">{page > 1 ? `${count} · Page ${page}` : count}</span>
      </p>
      <ol className="hits">
        {hits.map((hit) => (
          <Hit key={hit.article.id} {...hit} />
        ))}
      </ol>
    </>
  )
}

function Hit({ article, title, snippet }: SearchHit) {
  const { timezone } = useSettings()
  const { author_name, date_updated } = article
  return (
    <li className="hit">
      <h2 dir="auto">
        <a href={publicPath(article)}>
          <Marked pieces={title} />
        </a>
      </h2>
      <p className="label">
        {author_name ? `${author_name} · ` : null}
        <time dateTime={date_updated}>{formatShortDate(date_updated, timezone)}</time>
      </p>
      <p className="hit-text" dir="auto">
        <Marked pieces={snippet} />
      </p>
    </li>
  )
}

function Marked({ pieces }: { pieces: Pieces }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
  return pieces.map(({ text, is_hit }, index) => (is_hit ? <mark key={index}>{text}</mark> : text))
}

function NoHits({ result: { searched_for, suggestion } }: { result: SearchResult }) {
  return (
    <div className="state" role="status">
      <p>{`No stories match “${searched_for}”.`}</p>
      {suggestion ? (
        <p>
          {'Did you mean '}
          <a href={paths.search(suggestion)}>{suggestion}</a>?
        </p>
      ) : (
        <p>Try fewer words, or other ones.</p>
      )}
    </div>
  )
}

interface SearchPage {
  /** The query, cleaned so that it can be searched again. */
  q: string
  page: number
  /** Null for an empty query. */
  result: SearchResult | null
  hasMore: boolean
  /** Suggestions for an empty query. */
  tags: CountedTag[]
}

export async function loadSearch({ query, api: { published } }: PageRequest): Promise<SearchPage> {
  const q = readQuery(query)
  const page = readPage(query)
  const result = q === '' ? null : await published.search({ q, page, limit: CARDS_PER_PAGE })
  const tags = result?.total ? [] : await published.tags({})
  if (page > 1 && !result?.hits.length) throw notFound('Page')
  const hasMore = result !== null && page * CARDS_PER_PAGE < Math.min(result.total, MAX_HITS)
  return { q, page, result, hasMore, tags }
}

/** Removes invalid characters and cuts what is too long, as a form can send both and neither deserves an error. */
function readQuery(query: URLSearchParams): string {
  const storable = (query.get('q') ?? '').toWellFormed().replaceAll('\0', ' ').trim()
  return cutTo(storable, MAX_QUERY).trim()
}
