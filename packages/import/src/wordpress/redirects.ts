import { ownPath } from '../html/addresses.ts'
import type { OldAddress } from '../model.ts'
import type { SiteIndex } from './reading/site-index.ts'

const FEED_TYPES = ['rss', 'rss2', 'atom', 'rdf']
const FEEDS = ['feed/', 'feed/rss/', 'feed/rss2/', 'feed/atom/', 'feed/rdf/']

/** The feeds, and the archives of tags, categories and authors, where WordPress has them unless told otherwise. */
export function* oldAddresses(index: SiteIndex): Generator<OldAddress> {
  const root = index.base?.pathname.replace(/\/?$/, '/') ?? '/'
  if (root !== '/') yield { path: root, target: { kind: 'home' } }
  for (const feed of FEEDS) yield { path: `${root}${feed}`, target: { kind: 'feed' } }
  for (const type of FEED_TYPES) yield { path: `${root}?feed=${type}`, target: { kind: 'feed' } }
  yield* listsOfTerms(index, root)
  for (const [login, { id, name }] of index.authors) {
    const target: OldAddress['target'] = { kind: 'author', name: name || login }
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
    const isCategory = domain === 'category'
    const above = isCategory && parent ? categoryPath(parent, parents) : ''
    yield {
      path: `${root}${isCategory ? 'category/' : 'tag/'}${above}${slug}/`,
      target: { kind: 'tag', name },
    }
    yield { path: `${root}?${isCategory ? `cat=${id}` : `tag=${slug}`}`, target: { kind: 'tag', name } }
  }
}

/** WordPress has a page for each picture of a post. */
function* pagesOfPictures({ attachments, base }: SiteIndex, root: string): Generator<OldAddress> {
  for (const [id, { link, parent }] of attachments) {
    if (parent === '' || parent === '0') continue
    const path = ownPath(link, base)
    if (path && path !== '/') yield { path: path, target: { kind: 'item', key: parent } }
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
