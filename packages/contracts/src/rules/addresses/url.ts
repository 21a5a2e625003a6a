/** Longest URL that is stored, in UTF-16 units. */
export const MAX_URL_LENGTH = 2048

/** Control, format, bidi, zero-width and other invisible characters, odd spaces, half surrogates, backslash. */
const DECEPTIVE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\\]|(?! )\p{Zs}|^ | $/u
const LOCAL = /^(?:\/(?!\/)|#)/
/** Two slashes, then a host; no user or password before it. */
const WEB = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i
const CONTACT = /^(?:mailto|tel):[^/?#]/i

/**
 * Whether a URL may be stored and linked to: `http`, `https`, `mailto`, `tel`, `/path`, `#fragment`. Others, and the empty
 * string, are refused. Checked on write and again on render.
 */
export function isSafeUrl(url: string): boolean {
  if (url.length > MAX_URL_LENGTH || DECEPTIVE.test(url)) return false
  if (LOCAL.test(url)) return true
  return (WEB.test(url) || CONTACT.test(url)) && URL.canParse(url)
}

/** Whether a URL is a safe one with a host: `http` or `https`. */
export const isWebUrl = (url: string): boolean => isSafeUrl(url) && WEB.test(url)

/** Whether an image may be loaded from a URL: a safe one that is not a contact or a fragment. */
export const isSafeImageUrl = (url: string): boolean =>
  isWebUrl(url) || (isSafeUrl(url) && url.startsWith('/'))
