import {
  CARDS_PER_PAGE,
  type PublishedArticle,
  type PublishedPerson,
  readerApi,
  type Tag,
} from '@nightdesk/contracts'
import type { LoaderFunctionArgs } from 'react-router'
import type { PublicApi } from '../../server-api.ts'
import { renderContext } from '../render-context.ts'
import { asPageError, NO_PAGE, notFound } from './not-found.tsx'

const PAGE = /^[1-9]\d{0,3}$/
/** The contract counts to 100,000, and lists of 50 a page ask for the one after this page by its number. */
export const LAST_PAGE = 1_999

/** One page of a list of articles, the last published first, as in the feeds. */
export interface ListPage {
  articles: PublishedArticle[]
  page: number
  hasOlder: boolean
}

export interface TagPage extends ListPage {
  tag: Tag
}

export interface AuthorPage extends ListPage {
  person: PublishedPerson
}

type Filter = Pick<Parameters<PublicApi['published']['list']>[0], 'tag' | 'author'>

/** Unlike other lists, the home page exists without articles. */
export async function loadHome(args: LoaderFunctionArgs): Promise<ListPage> {
  const list = await loadList(args, {})
  if (list.page > 1 && list.articles.length === 0) throw notFound(NO_PAGE)
  return list
}

export async function loadTag(args: LoaderFunctionArgs): Promise<TagPage> {
  const { slug } = args.params
  const list = await loadList(args, readFilter({ tag: slug }))
  const tag = list.articles[0]?.tags.find((one) => one.slug === slug)
  if (!tag) throw notFound(NO_PAGE)
  return { ...list, tag }
}

export async function loadAuthor(args: LoaderFunctionArgs): Promise<AuthorPage> {
  const list = await loadList(args, readFilter({ author: args.params.id }))
  if (list.articles.length === 0) throw notFound(NO_PAGE)
  const { id } = readerApi.person.input.parse(args.params)
  return { ...list, person: await readPerson(args, id) }
}

/** The filter in a path. A value that can name nothing is not looked up. */
function readFilter(asked: Record<string, unknown>): Filter {
  const filter = readerApi.list.input.safeParse(asked)
  if (!filter.success) throw notFound(NO_PAGE)
  return filter.data
}

async function loadList({ request, context }: LoaderFunctionArgs, filter: Filter): Promise<ListPage> {
  const page = readPage(request)
  return listPage(context.get(renderContext).api, page, filter).catch((error: unknown) => {
    throw asPageError(error, NO_PAGE)
  })
}

const readPerson = ({ context }: LoaderFunctionArgs, id: number): Promise<PublishedPerson> =>
  context
    .get(renderContext)
    .api.published.person({ id })
    .catch((error: unknown) => {
      throw asPageError(error, NO_PAGE)
    })

/** The page number in an address. @throws a 404 for one that is malformed */
export function readPage({ url }: Request): number {
  const wanted = new URL(url).searchParams.get('page') ?? '1'
  if (!PAGE.test(wanted) || Number(wanted) > LAST_PAGE) throw notFound(NO_PAGE)
  return Number(wanted)
}

async function listPage(api: PublicApi, page: number, filter: Filter): Promise<ListPage> {
  const asked = { ...filter, sort: '-date_published' } as const
  const articles = await api.published.list({ ...asked, page, limit: CARDS_PER_PAGE })
  if (articles.length < CARDS_PER_PAGE || page === LAST_PAGE) return { articles, page, hasOlder: false }
  // The next article after this page, read as a page of one.
  const next = await api.published.list({ ...asked, page: page * CARDS_PER_PAGE + 1, limit: 1 })
  return { articles, page, hasOlder: next.length > 0 }
}
