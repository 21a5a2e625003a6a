import type { PictureRef } from '../model.ts'
import type { Receipt } from '../receipt.ts'
import { elementsIn, make } from './parse.ts'

/** How the addresses in a text are understood. */
export interface AddressBase {
  /** The address of the item on the old site, or of the site; null if it is not known. */
  base: URL | null
  /** The address of the site, if nothing above it is of the site: `https://lamp.example/blog`. */
  site?: URL | null
  /** Whether an address is a page of the old site that shows nothing but a picture. */
  isPageOfPicture?: (address: string) => boolean
  /** The picture at an address of the text, absolute if `base` is known; undefined if it is at that address only. */
  pictureAt?: (address: string) => Partial<PictureRef> | undefined
}

/** Addresses with these endings are pages; with others, they are files that stay on the old site. */
const PAGE = /(?:\/|\.(?:html?|php|aspx?)|\/[^./]*)$/i

/** The address of a link. Links to pages of the old site become paths, which lead to the imported items. */
export function linkAddress(href: string, { base, site }: AddressBase): string {
  const url = resolve(href, base)
  if (!url || !base || href.startsWith('#')) return href
  const isBelow = `${url.pathname}/`.startsWith(`${folderOf(site)}/`)
  if (hostOf(url) !== hostOf(base) || !isBelow || !PAGE.test(url.pathname)) return url.href
  return `${url.pathname}${url.search}${url.hash}`
}

/** The absolute address; null if there is none. An empty one is not that of the page around it. */
export function resolve(address: string, base: URL | null): URL | null {
  const trimmed = address.trim()
  if (trimmed === '') return null
  const full = trimmed.startsWith('//') ? `${base?.protocol ?? 'https:'}${trimmed}` : trimmed
  return URL.parse(full, base?.href)
}

/** The path below which a site is, without a slash at its end: empty, or `/blog`. */
export const folderOf = (site: URL | null | undefined): string => site?.pathname.replace(/\/$/, '') ?? ''

/** The site `www.example.org` is the site `example.org`. */
const hostOf = ({ host }: URL) => host.replace(/^www\./, '')

/** The path and query of an address of the old site; undefined if it is elsewhere. */
export function ownPath(address: string, base: URL | null): string | undefined {
  const url = resolve(address, base)
  if (!url || (base && hostOf(url) !== hostOf(base))) return undefined
  return `${url.pathname}${url.search}`
}

/** The path of a picture on the old site; null if it was elsewhere. @param url without host if the address of the site is not known */
function oldPathOf(url: string, base: URL | null): string | null {
  if (/^\/(?!\/)/.test(url)) return url.replace(/[?#].*$/s, '')
  return (base && ownPath(url, base)?.replace(/\?.*$/s, '')) ?? null
}

/** A picture by its address in a text. */
export function pictureAt(
  source: string,
  alt: string | undefined,
  { base, pictureAt: find }: AddressBase,
): PictureRef {
  const absolute = resolve(source, base)?.href
  const found = source === '' ? undefined : (find?.(absolute ?? source) ?? find?.(source))
  const url = found?.url ?? absolute ?? (source.startsWith('/') ? source : '')
  return {
    address: /^https?:/.test(url) ? url : null,
    old_path: oldPathOf(url, base),
    path: null,
    ...found,
    url,
    alt: alt?.trim() ? alt : (found?.alt ?? ''),
  }
}

/** A part of an address without its percent signs; as it is if they encode nothing. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The path by which the texts of an archive link to each other, and by which their pictures are known. */
export const pathOfEntry = (entry: string): string => `/${entry.split('/').map(encodeURIComponent).join('/')}`

/** Attributes with the real address of a picture that loads late, the best first. */
const SOURCES = ['data-orig-file', 'data-lazy-src', 'data-src', 'data-original', 'src']

/** Gives each picture its final address and its description, and finds it in the archive. */
export function preparePictures(root: Element, base: AddressBase, receipt: Receipt): Map<string, PictureRef> {
  const pictures = new Map<string, PictureRef>()
  for (const element of elementsIn(root, 'img, amp-img')) {
    const picture = pictureAt(sourceOf(element), element.getAttribute('alt') ?? '', base)
    const image = element.localName === 'img' ? element : make(element, 'img', sizesOf(element))
    if (image !== element) element.replaceWith(image)
    image.setAttribute('src', picture.url)
    if (picture.alt !== '') image.setAttribute('alt', picture.alt)
    if (picture.url !== '' && !pictures.has(picture.url)) pictures.set(picture.url, picture)
    if (isLinkedElsewhere(image, base)) receipt.add('linked-picture')
  }
  return pictures
}

const sizesOf = (element: Element) => ({
  width: element.getAttribute('width') ?? '',
  height: element.getAttribute('height') ?? '',
})

function sourceOf(element: Element): string {
  const own = SOURCES.map((name) => element.getAttribute(name)?.trim()).find(isAddress)
  return own ?? [element, ...sourcesOf(element)].map(largestOf).find(isAddress) ?? ''
}

/** Those of a picture are before its image. All that is in it would be read anew for each image of one that has many. */
function sourcesOf(element: Element): Element[] {
  const sources: Element[] = []
  for (let at = element.previousElementSibling; at?.localName === 'source'; at = at.previousElementSibling)
    sources.push(at)
  return [...sources.toReversed(), ...element.children]
}

const isAddress = (value: string | undefined) =>
  value !== undefined && value !== '' && !/^(?:data|blob|about|cid):/i.test(value)

/** An address and its size, as browsers part them: a comma without a blank behind it may be of an address, but not of a size. */
const CANDIDATE = /([^\s,](?:\S*[^\s,])?)(?:,+|([^,]*))/g

/** The widest picture of a set: `small.jpg 480w, large.jpg 1600w`. */
function largestOf(element: Element): string | undefined {
  const set = element.getAttribute('srcset') ?? element.getAttribute('data-srcset') ?? ''
  const candidates = Array.from(set.matchAll(CANDIDATE), ([, address, size = '']) => ({
    address,
    size: Number.parseFloat(size) || 0,
  }))
  return candidates.toSorted((a, b) => b.size - a.size)[0]?.address
}

/** Stands for the old site where that is not known. */
export const SOMEWHERE = new URL('https://site.invalid')

/** Whether a picture leads to something else than a larger form of itself, or its parts do. */
function isLinkedElsewhere(image: Element, { base, isPageOfPicture }: AddressBase): boolean {
  if (image.hasAttribute('usemap')) return true
  const href = image.closest('a')?.getAttribute('href') ?? ''
  const target = resolve(href, base ?? SOMEWHERE)
  if (!target || href.startsWith('#') || isPageOfPicture?.(target.href)) return false
  if (!PICTURE.test(target.pathname)) return true
  const [own, other] = [nameOfPicture(image.getAttribute('src') ?? ''), nameOfPicture(target.pathname)]
  return !own.includes(other) && !other.includes(own)
}

/** The address of a picture, by its ending. */
export const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?)(?:[?#].*)?$/i

/** Whether an address names its host. */
export const isOutside = (address: string): boolean => /^(?:https?:)?\/\//.test(address)

/** What the forms of a picture have in common: `lamp` of `/lamp-300x200.jpg`. */
const nameOfPicture = (address: string) =>
  decoded(address)
    .replace(/[?#].*$/s, '')
    .replace(/^.*\//s, '')
    .replace(/\.\w+$/, '')
    .replace(/[-_]\d+x\d+$|-scaled$/, '')
    .toLowerCase()
