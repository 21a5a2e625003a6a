import { isSafeUrl } from '@nightdesk/contracts'

/** A host name without a scheme: people type `example.org` for `https://example.org`. */
const BARE_HOST = /^[^:/?#\s]+\.[^:/?#\s]/

/** The typed URL, or undefined if it may not be linked to. */
export function readUrl(text: string): string | undefined {
  const typed = text.trim()
  const url = BARE_HOST.test(typed) ? `https://${typed}` : typed
  return isSafeUrl(url) ? url : undefined
}
