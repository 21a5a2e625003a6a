import { type CountedTag, MAX_HITS, MAX_QUERY, type SearchResult } from '@nightdesk/contracts'
import type { LoaderFunctionArgs } from 'react-router'
import type { PublicApi } from '../../server-api.ts'
import { renderContext } from '../render-context.ts'
import { CARDS_PER_PAGE, readPage } from './load-list.ts'
import { asPageError, NO_PAGE, notFound } from './page-error.ts'

export interface SearchPage {
  /** What was asked, in a form that can be asked again. */
  q: string
  page: number
  /** Null when nothing was asked. */
  result: SearchResult | null
  hasMore: boolean
  /** Where to go without a question. */
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

/** Nobody is told off for what a form can send: what no text can hold, and what is too much, is left out. */
function readQuery({ url }: Request): string {
  const typed = new URL(url).searchParams.get('q') ?? ''
  const storable = typed.toWellFormed().replaceAll('\0', ' ').trim()
  return [...storable].slice(0, MAX_QUERY).join('').trim()
}
