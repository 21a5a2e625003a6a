import { isSafeUrl } from '@nightdesk/contracts'

/** A name with a dot and no scheme: `example.org` is what people type for `https://example.org`. */
const BARE_HOST = /^[^:/?#\s]+\.[^:/?#\s]/

/** The URL that somebody typed, or undefined if it is none that may be linked to. */
export function readUrl(text: string): string | undefined {
  const typed = text.trim()
  const url = BARE_HOST.test(typed) ? `https://${typed}` : typed
  return isSafeUrl(url) ? url : undefined
}
