import { isOwnAddress, oldAddress } from './old-address.ts'
import { articlePath, DECEPTIVE } from './paths.ts'
import { codePoints, cutTo, required } from './text.ts'

/** Code points of the address of a page. */
export const MAX_PAGE_PATH = 200

/** The stored form of a page’s address: `/about/team`, decoded, in lower case, without a slash at its end. Two with the same form are one. */
export function pagePath(address: string): string {
  const lower = address.trim().normalize('NFC').toLowerCase().normalize('NFC')
  return `/${lower.replace(/^\//, '').replace(/\/$/, '')}`
}

/** Why a page cannot have an address, as a sentence, whichever pages there are. */
export function pagePathProblem(address: string): string | undefined {
  const tooLong = `Address must be at most ${MAX_PAGE_PATH} characters long`
  // Before it is normalised, which takes long for a run of accents.
  if (address.length > 8 * MAX_PAGE_PATH) return tooLong
  const path = pagePath(address)
  if (address.trim() === '') return required('Address')
  if (path === '/') return 'This is the address of the home page'
  if (codePoints(path) > MAX_PAGE_PATH) return tooLong
  if (path.includes('%')) return 'Address cannot have a percent sign. Type letters such as “é” as they are.'
  if (path.includes('\\')) return 'Address cannot have a backslash. Its parts are separated by “/”.'
  if (DECEPTIVE.test(path.replaceAll(' ', '')))
    return 'Address contains invisible characters. Please type it instead of pasting it.'
  const parts = path.slice(1).split('/')
  if (parts.includes('')) return 'Address has nothing between two slashes'
  if (parts.some((part) => /^\.+$/.test(part))) return 'No part of an address consists of dots'
  if (/\/index\.(php|html?)$/.test(path)) return 'Leave out the last part: /docs instead of /docs/index.html'
  if (!/^[\p{L}\p{M}\p{N}/._~+-]+$/u.test(path))
    return 'Address can have letters, digits, hyphens, dots and slashes only'
  return isReserved(path) ? 'This address belongs to the site itself' : undefined
}

/** Parts of addresses that are one of the site’s own kinds of pages, or a file of the built app. */
const RESERVED =
  /^\/(?:(?:post|tag|author|accents|assets|icons|preview)(?:\/|$)|(?:favicon|apple-touch-icon|icon-\d+)\.\w+$)/

/** `/privacy` and `/terms` are pages that every site has. */
const isReserved = (path: string) =>
  ORIGINAL_PATHS.every((original) => original !== path) && (isOwnAddress(path) || RESERVED.test(path))

/** The addresses of the pages that every site has: an original text is there until somebody publishes another. */
export const ORIGINAL_PATHS = ['/privacy', '/terms'] as const
export type OriginalPath = (typeof ORIGINAL_PATHS)[number]

/** The page that a requested path may be of, in any escaped form and case; undefined if it can be of none. */
export function requestedPage(path: string): string | undefined {
  try {
    return pagePath(decodeURIComponent(path))
  } catch {
    return undefined
  }
}

/** The address of a page in the form that redirects have. */
export const redirectedPath = (path: string): string => oldAddress(encodeURI(path)) ?? path

/** The address that a title suggests: `/about-us`; empty if it has no letters. */
export function suggestedPath(title: string): string {
  const words = title.replace(/['’]/g, '').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const path = words.length > 0 ? pagePath(cutTo(words.join('-'), 60).replace(/-$/, '')) : ''
  return path !== '' && pagePathProblem(path) ? pagePath(`${path}-page`) : path
}

/** The path of an article on the public site, escaped for links. */
export const publicPath = ({ id, path }: { id: number; path: string | null }): string =>
  path === null ? articlePath(id) : encodeURI(path)
