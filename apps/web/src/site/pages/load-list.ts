import {
  CARDS_PER_PAGE,
  notFound,
  type PublishedArticle,
  type PublishedPerson,
  readerApi,
  type Tag,
} from '@nightdesk/contracts'
import type { PublicApi } from '../../server-api.ts'
import type { PageRequest } from '../rendering.ts'

const PAGE = /^[1-9]\d{0,3}$/
/** The contract counts to 100,000, and lists of 50 a page ask for the one after this page by its number. */
const LAST_PAGE = 1_999

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
export const loadHome = (request: PageRequest): Promise<ListPage> =>
  loadList(request, {}, request.site.home_stories)

export async function loadTag(request: PageRequest): Promise<TagPage> {
  const { slug } = request.params
  const list = await loadList(request, readFilter({ tag: slug }))
  const tag = list.articles[0]?.tags.find((one) => one.slug === slug)
  if (!tag) throw notFound('Page')
  return { ...list, tag }
}

export async function loadAuthor(request: PageRequest): Promise<AuthorPage> {
  const list = await loadList(request, readFilter({ author: request.params.id }))
  if (list.articles.length === 0) throw notFound('Page')
  const { id } = readerApi.person.input.parse(request.params)
  return { ...list, person: await request.api.published.person({ id }) }
}

/** The filter in a path. A value that can name nothing is not looked up. */
function readFilter(asked: Record<string, unknown>): Filter {
  const filter = readerApi.list.input.safeParse(asked)
  if (!filter.success) throw notFound('Page')
  return filter.data
}

async function loadList(request: PageRequest, filter: Filter, size = CARDS_PER_PAGE): Promise<ListPage> {
  const { items, ...list } = await loadPage(request, size, (page, limit) =>
    request.api.published.list({ ...filter, sort: '-date_published', page, limit }),
  )
  return { articles: items, ...list }
}

/** The asked page of a list, and whether there is another one. Only the first page may be empty. */
export async function loadPage<Item>(
  { query }: PageRequest,
  size: number,
  read: (page: number, limit: number) => Promise<Item[]>,
) {
  const page = readPage(query)
  const items = await read(page, size)
  if (page > 1 && items.length === 0) throw notFound('Page')
  const isFull = items.length === size && page < LAST_PAGE
  // The next item after this page, read as a page of one.
  const hasOlder = isFull && (await read(page * size + 1, 1)).length > 0
  return { items, page, hasOlder }
}

/** The page number in an address. @throws a 404 for one that is malformed */
export function readPage(query: URLSearchParams): number {
  const wanted = query.get('page') ?? '1'
  if (!PAGE.test(wanted) || Number(wanted) > LAST_PAGE) throw notFound('Page')
  return Number(wanted)
}
