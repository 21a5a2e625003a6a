import type { ImportAddressKind, ImportAddressProblem } from './choices.ts'
import { isPublicName, isSafeUrl, isWebUrl } from './paths.ts'
import { isStorable } from './text.ts'

/** Longest path of a redirect, in UTF-16 units. */
const MAX_OLD_ADDRESS = 1000

const NUMBER = /^\d{1,12}$/
/** Queries of WordPress for its pages, feeds and lists, the most specific first. */
const QUERIES: readonly [key: string, value: RegExp][] = [
  ['p', NUMBER],
  ['page_id', NUMBER],
  ['attachment_id', NUMBER],
  ['cat', NUMBER],
  ['author', NUMBER],
  ['tag', /^[\w-]{1,100}$/],
  ['feed', /^(?:rss2?|atom|rdf)$/],
]

/**
 * The canonical form of an address of an earlier site, without scheme and host: escaped in one way, without empty segments, a slash or
 * `index.html` at its end, and without a query. The only query is one of the kind `/?p=123` or `/blog/?p=123`.
 * @returns undefined for what no redirect can have: the home page, an invalid escape, a NUL, or more than {@link MAX_OLD_ADDRESS}
 */
export function oldAddress(address: string): string | undefined {
  const [local = '', query = ''] = splitQuery(address)
  const path = canonicalPath(local)
  if (path === undefined) return undefined
  const known = /(?:^|\/)(?:index\.php)?$/.test(local) ? knownQuery(query) : ''
  const old = known === '' ? path : path.replace(/\/?$/, '/') + known
  return old === '/' || old.length > MAX_OLD_ADDRESS ? undefined : old
}

/** The address of an earlier site, with its scheme and a slash at its end; undefined unless it may be of a public site. */
export function oldSite(address: string): string | undefined {
  const trimmed = address.trim()
  const whole = /^[\w+.-]+:\/\//.test(trimmed) ? trimmed : `https://${trimmed}`
  const url = isWebUrl(whole) ? URL.parse(whole) : null
  if (url === null || url.port !== '' || !isPublicName(url.hostname)) return undefined
  return `${url.origin}${url.pathname.replace(/\/?$/, '/')}`
}

/** Why an address cannot be that of an earlier site, as a sentence. */
export const oldSiteProblem = (address: string): string | undefined =>
  oldSite(address) === undefined
    ? 'This is not the address of a public site. Enter one such as https://www.example.org'
    : undefined

/** Whether an address has the form `/?p=123`, which the home page answers unless it is redirected. */
export const isNumberedAddress = (address: string): boolean =>
  /^\/(index\.php)?\?/.test(address) && knownQuery(address.slice(address.indexOf('?') + 1)) !== ''

/** The first paths of the site itself: nothing below them is redirected. */
const OWN_FOLDERS =
  /^\/(admin|api|trpc|preview|cards|covers|accept-invite|reset-password|forgot-password|\.well-known)(\/|$)/
/** The parts of the site’s own pages. Pictures there may be those of an earlier site. */
const OWN_ASSETS = /^\/assets(?!\/.*\.(?:avif|gif|jpe?g|png|svg|webp)$)(\/|$)/i
const OWN_PAGES =
  /^\/(search|corrections|your-data|privacy|terms|healthz|readyz|policy-reports|rss\.xml|atom\.xml|feed\.json|sitemap(-\d+)?\.xml|robots\.txt|manifest\.webmanifest|openapi\.json|speculation-rules\.json)$/
/** Pages of stories and people have numbers. Other names below `/post` and `/author` belong to earlier sites. */
const NUMBERED_PAGES = /^\/(post|author)\/[1-9]\d{0,9}(\.epub|\/.*)?$/

/** Whether a path belongs to the site itself, so that no redirect may have it. */
export function isOwnAddress(path: string): boolean {
  const page = path.replace(/\/\?.*$/, '')
  return [OWN_FOLDERS, OWN_ASSETS, OWN_PAGES, NUMBERED_PAGES].some((own) => own.test(page))
}

/** The number of the story or person whose page has this path on this site, if there is one. */
export function numberedPage(path: string): { kind: 'post' | 'author'; id: number } | undefined {
  const [, kind, id] = /^\/(post|author)\/([1-9]\d{0,9})$/.exec(path) ?? []
  return kind === 'post' || kind === 'author' ? { kind, id: Number(id) } : undefined
}

export const OWN_ADDRESS = 'This address belongs to the site itself, and cannot be redirected'

/** Why an address cannot be redirected, as a sentence. */
export function oldAddressProblem(address: string): string | undefined {
  if (address.trim() === '') return 'Enter the old address'
  const path = oldAddress(address)
  if (path === undefined) return 'This is not an address of a page. Enter a path, such as /2019/05/the-ferry'
  // Another Nightdesk may have had a story or a person of a number that is free here.
  const isOwn = isOwnAddress(path) && !numberedPage(path)
  return isOwn ? OWN_ADDRESS : undefined
}

/**
 * The canonical form of the address that a redirect leads to: a path of this site, with its query.
 * @returns undefined for every other address
 */
export function redirectTarget(address: string): string | undefined {
  const trimmed = address.trim()
  if (!trimmed.startsWith('/') || !isSafeUrl(trimmed)) return undefined
  const [local = '', query = ''] = splitQuery(trimmed)
  const path = canonicalPath(local)
  if (path === undefined || CLOSED.test(path)) return undefined
  return query ? `${path}?${new URLSearchParams(query)}` : path
}

/** Nobody is led to calls and screens; uploaded pictures are below `/api`. */
const CLOSED = /^\/(admin|trpc|api(?!\/uploads\/))(\/|$)/

/** Why a redirect cannot lead to an address, as a sentence. */
export function redirectTargetProblem(address: string): string | undefined {
  if (address.trim() === '') return 'Choose a story, or enter a path'
  return redirectTarget(address) === undefined
    ? 'A redirect leads to a page of this site. Choose a story, or enter a path such as /tag/climate'
    : undefined
}

/** An address as people read it: letters are not escaped. */
export function readableAddress(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** A sentence about the old addresses of a story, the permanent one first; undefined if there is none. */
export function describeOldAddresses(addresses: readonly string[] = []): string | undefined {
  const [first] = addresses
  if (first === undefined) return undefined
  const address = readableAddress(first)
  return addresses.length === 1
    ? `Its old address ${address} leads to it.`
    : `Its ${addresses.length} old addresses, such as ${address}, lead to it.`
}

const KINDS: Record<ImportAddressKind, string> = {
  story: 'stories and pages',
  tag: 'tags',
  author: 'authors',
  list: 'feeds and lists',
  redirect: 'redirects of the old site',
}

/** “12 old addresses of tags, of which 2 lead elsewhere or nowhere” */
export function describeAddresses(kind: ImportAddressKind, count: number, problems: number): string {
  const all = `${count.toLocaleString('en-US')} old ${count === 1 ? 'address' : 'addresses'} of ${KINDS[kind]}`
  if (problems === 0) return all
  return `${all}, of which ${problems.toLocaleString('en-US')} ${problems === 1 ? 'leads' : 'lead'} elsewhere or nowhere`
}

/** Where an address of an imported site leads, or will. */
export interface OldAddressLead {
  /** In its canonical form. */
  path: string
  kind: ImportAddressKind
  /** A path of this site; null if there is none, or none before the import. */
  leads_to: string | null
  /** The story, person or tag. */
  name: string | null
  /** Null if it leads there. */
  problem: ImportAddressProblem | null
}

/** Where an old address leads, as people read it. */
export function describeAddress({ kind, leads_to, name, problem }: OldAddressLead): string {
  const path = leads_to === null ? '' : readableAddress(leads_to)
  switch (problem) {
    case 'nothing':
      return `Nowhere: ${NOTHING[kind](name ?? '')}`
    case 'missing':
      return `${path}, where there is nothing`
    case 'redirected':
      return `As before to ${path}: it is redirected already`
    case 'taken':
      return 'Nowhere new: it is the address of a page here'
    case null:
      return [path, name].filter(Boolean).join(' · ')
  }
}

const NOTHING: Record<ImportAddressKind, (name: string) => string> = {
  story: () => 'its story does not come in',
  tag: (name) => `no story that comes in has the tag ${name}`,
  author: (name) => (name === '' ? 'its author does not come in' : `no story that comes in is by ${name}`),
  list: () => 'it leads back to itself',
  redirect: () => 'it leads to no page of this site',
}

/** The path and the query of an address, without scheme, host and fragment. */
function splitQuery(address: string): string[] {
  const local = address
    .trim()
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .replace(/#.*$/s, '')
  const query = local.indexOf('?')
  return query === -1 ? [local] : [local.slice(0, query), local.slice(query + 1)]
}

/** @returns undefined when an escape is invalid */
function canonicalPath(path: string): string | undefined {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    const canonical = canonicalSegment(segment)
    if (canonical === undefined) return undefined
    if (canonical === '..') segments.pop()
    else if (canonical !== '' && canonical !== '.') segments.push(canonical)
  }
  if (/^index\.(php|html?)$/i.test(segments.at(-1) ?? '')) segments.pop()
  return `/${segments.join('/')}`
}

function canonicalSegment(segment: string): string | undefined {
  const text = unescaped(segment)?.normalize('NFC')
  return text !== undefined && isStorable(text) ? encodeURIComponent(text) : undefined
}

/** Addresses are escaped in UTF-8, but some old sites wrote Latin-1: `caf%E9`. */
function unescaped(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    if (/%(?![\da-f]{2})/i.test(segment)) return undefined
    return segment.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

function knownQuery(query: string): string {
  const values = new URLSearchParams(query)
  const known = QUERIES.find(([key, value]) => value.test(values.get(key) ?? ''))
  return known ? `?${known[0]}=${values.get(known[0])}` : ''
}
