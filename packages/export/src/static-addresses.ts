import { posix } from 'node:path'
import { oldAddress } from '@nightdesk/contracts'

/** An address of the site, and the file that has its answer. */
export interface FoundFile {
  address: string
  file: string
}

/** Screens and calls with everything below them, and pages that need a server. Links to them lead to the site. */
const LEFT_OUT =
  /^\/(?:(?:admin|api(?!\/uploads\/)|trpc|preview|accept-invite|reset-password|forgot-password)(?:[/?]|$)|(?:search|your-data|healthz|readyz|openapi\.json)(?:\?|$))/

/** The site ignores every other number of a page. */
const LATER_PAGE = /^(?!1$)[1-9]\d{0,4}$/

/** Chains of redirects are resolved when they are saved. */
const MAX_REDIRECTS = 3

/** Finds out which addresses the site has, each once, and keeps those that are not written yet. */
export function createAddresses(site: PublicSite) {
  const found = new Map<string, Promise<FoundFile | undefined>>()
  /** By their names in lower case: on many disks, names that differ only in case are the same. */
  const files = new Map<string, string>()
  const folders = new Set<string>()
  const waiting: FoundFile[] = []

  /** @returns undefined for other sites, what needs a server, and what does not exist */
  function find(link: string, base: string): Promise<FoundFile | undefined> {
    const address = ownAddress(link, base)
    if (address === undefined || LEFT_OUT.test(address)) return Promise.resolve(undefined)
    const known = found.get(address)
    if (known) return known
    const asked = ask(address)
    found.set(address, asked)
    return asked
  }

  async function ask(address: string, redirects = 0): Promise<FoundFile | undefined> {
    const answer = await site.get(address)
    if (answer.location !== undefined && redirects < MAX_REDIRECTS) {
      const next = ownAddress(answer.location, address)
      return next === undefined || LEFT_OUT.test(next) ? undefined : ask(next, redirects + 1)
    }
    const file = answer.status === 200 ? fileOf(address, isPage(answer)) : undefined
    if (file === undefined) return undefined
    if (claim(file)) waiting.push({ address, file })
    const written = files.get(file.toLowerCase())
    return written === undefined ? undefined : { address, file: written }
  }

  /** Takes a name. @returns whether it was free, and so were those of the folders above it */
  function claim(file: string): boolean {
    const name = file.toLowerCase()
    const parts = name.split('/')
    const above = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
    if (folders.has(name) || [name, ...above].some((taken) => files.has(taken))) return false
    files.set(name, file)
    for (const folder of above) folders.add(folder)
    return true
  }

  /** The path and the known query of a link to this site. */
  function ownAddress(link: string, base: string): string | undefined {
    const url = URL.parse(link, `${site.url}${base}`)
    if (url?.origin !== new URL(site.url).origin) return undefined
    const old = oldAddress(url.pathname + url.search)
    if (old?.includes('?')) return old
    const page = url.searchParams.get('page') ?? ''
    return LATER_PAGE.test(page) ? `${url.pathname}?page=${page}` : url.pathname
  }

  return {
    find,
    /** The next file to write. */
    next: () => waiting.shift(),
    claim,
  }
}

export type Addresses = ReturnType<typeof createAddresses>

export const isPage = ({ type }: Answer): boolean => type === 'text/html'

/** The public site, as anybody sees it who is not signed in. */
export interface PublicSite {
  /** Origin, without a slash at the end. */
  url: string
  /** @param address a path with its query, such as `/tag/moon?page=2` */
  get(address: string): Promise<Answer>
}

export interface Answer {
  status: number
  /** A media type without parameters: `text/html`. */
  type: string
  /** The target of a redirect. */
  location: string | undefined
  body: Buffer
}

/** Most file systems have names of at most as many bytes. */
const MAX_NAME = 255

/**
 * The file of an address: `/post/12` is `post/12/index.html`, so that web servers find it without a setting, and
 * `/tag/moon?page=2` is `tag/moon/page/2/index.html`.
 * @param isPage whether the answer is a page, and no other file
 * @returns undefined for a name that no file can have
 */
export function fileOf(address: string, isPage: boolean): string | undefined {
  const [path = '', query = ''] = address.split('?', 2)
  const names = path.split('/').filter(Boolean).map(nameOf)
  const page = new URLSearchParams(query).get('page')
  const all = isPage ? [...names, ...(page ? ['page', page] : []), 'index.html'] : names
  const known = all.filter((name) => name !== undefined)
  return known.length === all.length && known.length > 0 ? known.join('/') : undefined
}

function nameOf(segment: string): string | undefined {
  const name = decode(segment)
  if (name === undefined || /^\.{1,2}$|^[a-z]:|[/\\\p{Cc}]/iu.test(name)) return undefined
  return Buffer.byteLength(name) <= MAX_NAME ? name : undefined
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** The addresses of the site that a text has as a whole: `https://lamp.example/post/12` is `/post/12`. */
export const namedIn = (text: string, site: string): string[] =>
  text
    .split(site)
    .slice(1)
    .flatMap((rest) => /^\/[^\s"'<>\\&),]*/.exec(rest)?.[0] ?? [])

/** The link from one file of a folder to another: `../../post/12/index.html`. */
export const relativeLink = (from: string, to: string): string =>
  posix
    .relative(posix.dirname(from), to)
    .split('/')
    .map((name) => (name === '..' ? name : encodeURIComponent(name)))
    .join('/')
