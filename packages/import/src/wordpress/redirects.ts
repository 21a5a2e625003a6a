import { bothForms, ownPath } from '../html/addresses.ts'
import type { OldAddress } from '../model.ts'
import type { SiteIndex } from './reading/site-index.ts'

const FEEDS = ['feed/', 'feed/rss/', 'feed/rss2/', 'feed/atom/', 'feed/rdf/']

/** The feeds, and the archives of tags, categories and authors, where WordPress has them unless told otherwise. */
export function* oldAddresses(index: SiteIndex): Generator<OldAddress> {
  const root = index.base?.pathname.replace(/\/?$/, '/') ?? '/'
  for (const feed of FEEDS) yield* pair(`${root}${feed}`, { kind: 'feed' })
  for (const type of ['rss2', 'atom']) yield { path: `${root}?feed=${type}`, target: { kind: 'feed' } }
  for (const { domain, slug, name, parent } of index.terms) {
    if (slug === '' || name === '') continue
    const folder = domain === 'category' ? 'category/' : 'tag/'
    const above = domain === 'category' && parent ? categoryPath(parent, index) : ''
    yield* pair(`${root}${folder}${above}${slug}/`, { kind: 'tag', name })
  }
  for (const [login, { name }] of index.authors)
    yield* pair(`${root}author/${slugOf(login)}/`, { kind: 'author', name: name || login })
  for (const { link, parent } of index.attachments.values()) {
    const path = ownPath(link, index.base)
    if (path && path !== '/' && parent !== '' && parent !== '0')
      yield* pair(path, { kind: 'item', key: parent })
  }
}

function* pair(path: string, target: OldAddress['target']): Generator<OldAddress> {
  for (const form of bothForms(path)) yield { path: form, target }
}

const slugOf = (login: string) => login.toLowerCase().replace(/[^\w-]+/g, '-')

const MAX_DEPTH = 10

/** The categories above one, the outermost first. */
function categoryPath(slug: string, { terms }: SiteIndex): string {
  const path: string[] = []
  for (let at = slug; at !== '' && path.length < MAX_DEPTH; ) {
    path.unshift(at)
    at = terms.find((term) => term.domain === 'category' && term.slug === at)?.parent ?? ''
  }
  return path.map((part) => `${part}/`).join('')
}
