import type { PictureRef } from '../model.ts'

/** How the addresses in a text are understood. */
export interface AddressBase {
  /** The address of the item on the old site, or of the site; null if it is not known. */
  base: URL | null
  /** Whether an address is a page of the old site that shows nothing but a picture. */
  isPageOfPicture?: (address: string) => boolean
  /** The picture at an address of the text, absolute if `base` is known; undefined if it is at that address only. */
  pictureAt?: (address: string) => Partial<PictureRef> | undefined
}

/** Addresses with these endings are pages; with others, they are files that stay on the old site. */
const PAGE = /(?:\/|\.(?:html?|php|aspx?)|\/[^./]*)$/i

/** The address of a link. Links to pages of the old site become paths, which lead to the imported items. */
export function linkAddress(href: string, { base }: AddressBase): string {
  const url = resolve(href, base)
  if (!url || !base || href.startsWith('#')) return href
  if (hostOf(url) !== hostOf(base) || !PAGE.test(url.pathname)) return url.href
  return `${url.pathname}${url.search}${url.hash}`
}

/** The absolute address; null if there is none. */
export function resolve(address: string, base: URL | null): URL | null {
  const trimmed = address.trim()
  const full = trimmed.startsWith('//') ? `${base?.protocol ?? 'https:'}${trimmed}` : trimmed
  return URL.parse(full, base?.href)
}

/** The site `www.example.org` is the site `example.org`. */
const hostOf = ({ host }: URL) => host.replace(/^www\./, '')

/** The path and query of an address of the old site; undefined if it is elsewhere. */
export function ownPath(address: string, base: URL | null): string | undefined {
  const url = resolve(address, base)
  if (!url || (base && hostOf(url) !== hostOf(base))) return undefined
  return `${url.pathname}${url.search}`
}

/** The path of a picture on the old site; null if it was elsewhere. @param url without host if the address of the site is not known */
export function oldPathOf(url: string, base: URL | null): string | null {
  if (/^\/(?!\/)/.test(url)) return url.replace(/[?#].*$/s, '')
  return (base && ownPath(url, base)?.replace(/\?.*$/s, '')) ?? null
}

/** A picture by its address in a text. @param found what the source knows of it */
export function pictureRef(
  source: string,
  alt: string,
  base: URL | null,
  found?: Partial<PictureRef>,
): PictureRef {
  const url = found?.url ?? resolve(source, base)?.href ?? (source.startsWith('/') ? source : '')
  return {
    address: /^https?:/.test(url) ? url : null,
    old_path: oldPathOf(url, base),
    path: null,
    ...found,
    url,
    alt: alt.trim() === '' ? (found?.alt ?? '') : alt,
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
