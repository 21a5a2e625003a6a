import { type CountedTag, MAX_HITS, MAX_QUERY, type SearchResult } from '@nightdesk/contracts'
import type { LoaderFunctionArgs } from 'react-router'
import type { PublicApi } from '../../server-api.ts'
import { renderContext } from '../render-context.ts'
import { CARDS_PER_PAGE, readPage } from './load-list.ts'
import { asPageError, NO_PAGE, notFound } from './page-error.ts'

export interface SearchPage {
  /** The query, cleaned so that it can be searched again. */
  q: string
  page: number
  /** Null for an empty query. */
  result: SearchResult | null
  hasMore: boolean
  /** Suggestions for an empty query. */
  tags: CountedTag[]
}

export async function loadSearch({ request, context }: LoaderFunctionArgs): Promise<SearchPage> {
  const q = readQuery(request)
  const page = readPage(request)
  const { result, tags } = await search(context.get(renderContext).api, q, page).catch((error: unknown) => {
    throw asPageError(error, NO_PAGE)
  })
  if (page > 1 && !result?.hits.length) throw notFound(NO_PAGE)
  const hasMore = result !== null && page * CARDS_PER_PAGE < Math.min(result.total, MAX_HITS)
  return { q, page, result, hasMore, tags }
}

async function search({ published }: PublicApi, q: string, page: number) {
  const result = q === '' ? null : await published.search({ q, page, limit: CARDS_PER_PAGE })
  return { result, tags: result?.total ? [] : await published.tags({}) }
}

/** Removes invalid characters and cuts what is too long, as a form can send both and neither deserves an error. */
function readQuery({ url }: Request): string {
  const typed = new URL(url).searchParams.get('q') ?? ''
  const storable = typed.toWellFormed().replaceAll('\0', ' ').trim()
  return [...storable].slice(0, MAX_QUERY).join('').trim()
}
