import type { Article } from '@nightdesk/contracts'
import type { LoaderFunctionArgs } from 'react-router'
import type { PublicApi } from '../server-api.ts'
import { asPageError, notFound } from './page-error.ts'
import { renderContext } from './render-context.ts'

const CARDS_PER_PAGE = 24
const PAGE = /^[1-9]\d{0,2}$/
const NO_PAGE = 'Page not found'

export interface HomeData {
  articles: Article[]
  page: number
  hasOlder: boolean
}

export async function loadHome({ request, context }: LoaderFunctionArgs): Promise<HomeData> {
  const wanted = new URL(request.url).searchParams.get('page') ?? '1'
  if (!PAGE.test(wanted)) throw notFound(NO_PAGE)
  const page = Number(wanted)
  const home = await listPage(context.get(renderContext).api, page).catch((error: unknown) => {
    throw asPageError(error, NO_PAGE)
  })
  if (page > 1 && home.articles.length === 0) throw notFound(NO_PAGE)
  return home
}

async function listPage(api: PublicApi, page: number): Promise<HomeData> {
  const articles = await api.published.list({ page, limit: CARDS_PER_PAGE })
  if (articles.length < CARDS_PER_PAGE) return { articles, page, hasOlder: false }
  // Pages of one, counted on: the first article that did not fit on this page.
  const next = await api.published.list({ page: page * CARDS_PER_PAGE + 1, limit: 1 })
  return { articles, page, hasOlder: next.length > 0 }
}
