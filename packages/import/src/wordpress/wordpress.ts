import type { FormatInput } from '../archive/archive.ts'
import { instantOf } from '../archive/fields.ts'
import { folderOf, ownPath } from '../html/addresses.ts'
import { plainLine } from '../html/parse.ts'
import {
  FEED,
  HOME,
  type ImportedAuthor,
  type ImportLimits,
  type OldAddress,
  type OpenedFormat,
  type ReadText,
  type SourceEntry,
  SourceError,
} from '../model.ts'
import type { Receipt } from '../receipt.ts'
import { convertContent } from './content.ts'
import { indexSite, readWxr, type SiteIndex, type WordPressFile, type WxrItem } from './wxr.ts'

/** A WordPress export. It is read twice: items refer to attachments and authors anywhere in it. */
export async function openWordPress(
  { name, archive, limits }: FormatInput,
  found: readonly string[],
): Promise<OpenedFormat> {
  const files = found.map((path) => () => archive.stream(path))
  const index = await indexSite(files, limits)
  const { base, menuEntries } = index
  return {
    kind: 'wordpress',
    name: index.title || name,
    identity: base ? `wordpress:${base.host}${folderOf(base)}` : 'wordpress',
    receipt: menuEntries === 0 ? [] : [{ kind: 'menu', count: menuEntries, names: [] }],
    entries: () => readEntries(files, index, limits),
    redirects: () => oldAddresses(index),
  }
}

async function* readEntries(
  files: readonly WordPressFile[],
  index: SiteIndex,
  limits: ImportLimits,
): AsyncGenerator<SourceEntry> {
  let faults = 0
  for (const file of files) {
    for await (const record of readWxr(await file(), limits)) {
      if (record.kind === 'fault') {
        const { title, failure } = record
        yield { key: `fault-${++faults}`, title, read: () => Promise.reject(new SourceError(failure)) }
      }
      if (record.kind !== 'item' || !isText(record.item)) continue
      const { item } = record
      const key = item.id || item.guid || item.link
      yield { key, title: item.title, read: (receipt) => readItem(item, index, receipt) }
    }
  }
}

/** Types of items that belong to the site or to its editor and hold no text for readers. */
const SYSTEM =
  /^(?:attachment|nav_menu_item|revision|custom_css|customize_changeset|oembed_cache|user_request|wp_.+|guest-author|acf-.+|jp_.+|feedback|amp_.+|elementor_.+|wpcf7_.+|safecss)$/
const GONE = new Set(['trash', 'auto-draft', 'inherit'])

/** Whether an item is a text for readers. */
const isText = ({ type, status }: WxrItem): boolean => !SYSTEM.test(type) && !GONE.has(status)

function readItem(item: WxrItem, index: SiteIndex, receipt: Receipt): ReadText {
  const converted = convertContent(item, index, receipt)
  const state = stateOf(item, receipt)
  const searchText = searchTextOf(item, SEARCH_TEXTS)
  const excerpt = plainLine(item.excerpt) || searchText
  receipt.addSearchText(searchTextOf(item, SEARCH_TITLES), plainLine(item.title))
  receipt.addSearchText(searchText, excerpt)
  if (item.sticky === '1') receipt.add('sticky')
  receipt.add('broken-markup', item.faults)
  receipt.add('reader-comment', item.comments)
  receipt.add('unreadable-character', item.content.split('\ufffd').length - 1)
  return {
    ...converted,
    title: plainLine(item.title),
    excerpt,
    state,
    ...datesOf(item),
    authors: authorsOf(item, index),
    tags: tagsOf(item, receipt),
    addresses: addressesOf(item, index),
    ...(item.type === 'page' && { page: {} }),
  }
}

/** Such a text may be a pattern: “%%title%% %%sep%% %%sitename%%”. */
const searchTextOf = ({ meta }: WxrItem, keys: readonly string[]): string =>
  plainLine(keys.map((key) => meta.get(key) ?? '').find((text) => text !== '' && !/%|#\w/.test(text)) ?? '')

/** Of Yoast, Rank Math and All in One SEO. */
const SEARCH_TITLES = ['_yoast_wpseo_title', 'rank_math_title', '_aioseo_title', '_aioseop_title']
const SEARCH_TEXTS = [
  '_yoast_wpseo_metadesc',
  'rank_math_description',
  '_aioseo_description',
  '_aioseop_description',
]

/** Of several plugins for members; and what Jetpack shows to subscribers within a text. */
const FOR_MEMBERS = /^(?:_members_access_role|_wpmem_block|_is_paid|rcp_(?:subscription|user)_level)$/
const MEMBERS_BLOCK = /<!-- wp:(?:premium-content\/|jetpack\/paywall)/

function stateOf(item: WxrItem, receipt: Receipt): ReadText['state'] {
  const { status, password, type, link, meta, content } = item
  const isForMembers =
    [...meta].some(([key, value]) => FOR_MEMBERS.test(key) && !/^(?:0|all|)$/i.test(value.trim())) ||
    !/^(?:everybody|)$/.test(meta.get('_jetpack_newsletter_access') ?? '') ||
    MEMBERS_BLOCK.test(content)
  // Types whose texts readers see have addresses of their own.
  const isPart = !/^(?:post|page)$/.test(type) && (link === '' || link.includes('?'))
  const isOfShop = type === 'product'
  if (isOfShop) receipt.add('page', 1, type)
  if (status === 'private') receipt.add('private')
  if (status === 'future') receipt.add('scheduled')
  if (password !== '') receipt.add('password')
  if (status !== 'publish') return 'draft'
  if (isForMembers) receipt.add('members')
  if (isPart) receipt.add('hidden', 1, type)
  return password === '' && !isForMembers && !isPart && !isOfShop ? 'published' : 'draft'
}

function datesOf(item: WxrItem): Pick<ReadText, 'created_at' | 'published_at' | 'updated_at'> {
  const published_at = instantOf(item.date_gmt) ?? instantOf(item.pubDate) ?? instantOf(item.date)
  const isDraft = item.status !== 'publish' && item.status !== 'private' && item.status !== 'future'
  return {
    created_at: published_at,
    published_at: isDraft ? null : published_at,
    updated_at: instantOf(item.modified_gmt) ?? published_at,
  }
}

/** Co-Authors Plus writes the authors as terms; without it there is one. */
function authorsOf({ categories, creator }: WxrItem, { authors }: SiteIndex): ImportedAuthor[] {
  const terms = categories.filter(({ domain }) => domain === 'author')
  const logins = terms.length > 0 ? terms : [{ slug: creator.trim(), name: '' }]
  return logins.map(({ slug, name }): ImportedAuthor => {
    const login = slug.replace(/^cap-/, '')
    const known = authors.get(name) ?? authors.get(login) ?? authors.get(slug)
    const shown = plainLine(known?.name || name || login)
    return { name: shown, ...(known?.email && { email: known.email }), role: 'author' }
  })
}

/** WordPress gives each post without a category this one. */
const UNCATEGORIZED = /^(?:uncategorized|uncategorised|unkategorisiert|allgemein|non-classe|sin-categoria)$/

/** Terms of themes, of the languages of a site, and of its menus. */
const NO_TAG =
  /^(?:author|nav_menu|link_category|post_format|language|wp_.+|.+_translations|elementor_.+|_.+)$/

function tagsOf({ categories }: WxrItem, receipt: Receipt): string[] {
  for (const { domain, name } of categories)
    if (domain !== 'post_tag' && domain !== 'category' && !NO_TAG.test(domain))
      receipt.add('tag', 1, plainLine(name))
  const of = (wanted: string) =>
    categories
      .filter(({ domain, slug }) => domain === wanted && !UNCATEGORIZED.test(slug))
      .map(({ name }) => plainLine(name))
  return [...of('post_tag'), ...of('category')]
}

function addressesOf(item: WxrItem, { base }: SiteIndex): string[] {
  const path = ownPath(item.link, base)
  const root = `${folderOf(base)}/`
  const isPermanent = path !== undefined && path !== '/' && !path.includes('?')
  const query = item.type === 'page' ? `page_id=${item.id}` : `p=${item.id}`
  const slugs = item.old_slugs.filter((slug) => slug !== '')
  const old = isPermanent ? slugs.map((slug) => path.replace(/[^/]+\/?$/, `${slug}/`)) : []
  const amp = isPermanent ? [`${path.replace(/\/?$/, '/')}amp/`] : []
  const own = path === undefined || path === '/' ? [] : [path]
  const guid = /\?(?:p|page_id)=\d+$/.test(item.guid) ? ownPath(item.guid, base) : undefined
  const numbered = item.id === '' ? [] : [`${root}?p=${item.id}`, `${root}?${query}`]
  return [...new Set([...own, ...numbered, ...(guid ? [guid] : []), ...old, ...amp])]
}

const FEED_TYPES = ['rss', 'rss2', 'atom', 'rdf']
const FEEDS = ['feed/', 'feed/rss/', 'feed/rss2/', 'feed/atom/', 'feed/rdf/']

/** The feeds, and the archives of tags, categories and authors, where WordPress has them unless told otherwise. */
async function* oldAddresses(index: SiteIndex): AsyncGenerator<OldAddress> {
  const root = `${folderOf(index.base)}/`
  if (root !== '/') yield { path: root, target: HOME }
  for (const feed of FEEDS) yield { path: `${root}${feed}`, target: FEED }
  for (const type of FEED_TYPES) yield { path: `${root}?feed=${type}`, target: FEED }
  yield* listsOfTerms(index, root)
  for (const [login, { id, name, email }] of index.authors) {
    const target: OldAddress['target'] = { kind: 'author', name: plainLine(name || login), email }
    yield { path: `${root}author/${slugOf(login)}/`, target }
    yield { path: `${root}?author=${id}`, target }
  }
  yield* pagesOfPictures(index, root)
}

function* listsOfTerms(index: SiteIndex, root: string): Generator<OldAddress> {
  const parents = new Map(
    index.terms.flatMap(({ domain, slug, parent }) => (domain === 'category' ? [[slug, parent]] : [])),
  )
  for (const { id, domain, slug, name, parent } of index.terms) {
    if (slug === '' || name === '') continue
    const target: OldAddress['target'] = { kind: 'tag', name: plainLine(name) }
    const isCategory = domain === 'category'
    const above = isCategory && parent ? categoryPath(parent, parents) : ''
    yield { path: `${root}${isCategory ? 'category/' : 'tag/'}${above}${slug}/`, target }
    yield { path: `${root}?${isCategory ? `cat=${id}` : `tag=${slug}`}`, target }
  }
}

/** WordPress has a page for each picture of a post. */
function* pagesOfPictures({ attachments, base }: SiteIndex, root: string): Generator<OldAddress> {
  for (const [id, { link, parent }] of attachments) {
    if (parent === '' || parent === '0') continue
    const path = ownPath(link, base)
    if (path && path !== '/') yield { path, target: { kind: 'item', key: parent } }
    yield { path: `${root}?attachment_id=${id}`, target: { kind: 'item', key: parent } }
  }
}

const slugOf = (login: string) => login.toLowerCase().replace(/[^\w-]+/g, '-')

const MAX_DEPTH = 10

/** The categories above one, the outermost first. */
function categoryPath(slug: string, parents: ReadonlyMap<string, string>): string {
  const path: string[] = []
  for (let at = slug; at !== '' && path.length < MAX_DEPTH; ) {
    path.unshift(at)
    at = parents.get(at) ?? ''
  }
  return path.map((part) => `${part}/`).join('')
}
