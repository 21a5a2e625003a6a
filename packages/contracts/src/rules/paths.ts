/** An article; also `page_path` in the analytics. */
export const articlePath = (articleId: number) => `/post/${articleId}`

/** The page of a person. */
export const authorPath = (personId: number) => `/author/${personId}`

/** The articles with a tag. */
export const tagPath = (slug: string) => `/tag/${encodeURIComponent(slug)}`

/** A page that only people with its link see. */
export const previewPath = (token: string) => `/preview/${token}`

/** The path to which a reader of a preview sends a note. */
export const notesPath = (token: string) => `/api/previews/${token}/notes`

/** What a writer sees of a preview before it is published: the page, and the pictures that are made of it. */
export const proofPaths = (preview: string) => ({
  page: `${preview}/proof`,
  card: `${preview}/card.png`,
  cover: `${preview}/cover.png`,
})

/** What the card of an article, and the cover of its book, show: the title and the poster. */
export const cardAlt = ({ title, poster_alt }: { title: string; poster_alt: string | null }) =>
  poster_alt === null ? title : `${title}: ${poster_alt}`

/** The picture of an article on other sites. Each version has its own. */
export const cardPath = ({ id, version_id }: { id: number; version_id: number }) =>
  `/cards/${id}-${version_id}.png`
/** Pixels of a card. */
export const CARD_SIZE = { width: 1200, height: 630 }

/** Longest URL that is stored, in UTF-16 units. */
export const MAX_URL_LENGTH = 2048

/** Control, format, bidi, zero-width and other invisible characters, odd spaces, half surrogates, backslash. */
export const DECEPTIVE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\\]|(?! )\p{Zs}|^ | $/u
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

/**
 * Last parts of names that no public host has: of IP addresses, of RFC 6761, 6762 and 8375, ICANN’s `internal`, and what routers and
 * companies use.
 */
const NOT_PUBLIC =
  /(?:^|\.)(?:\d+|\]|local|localhost|localdomain|internal|intranet|lan|home|corp|private|arpa|test|invalid|onion)\.?$/

/** Whether a host may be public by its name; an IP address is not. */
export const isPublicName = (hostname: string): boolean =>
  hostname.includes('.') && !NOT_PUBLIC.test(hostname)

/** Whether an image may be loaded from a URL: a safe one that is not a contact or a fragment. */
export const isSafeImageUrl = (url: string): boolean =>
  isWebUrl(url) || (isSafeUrl(url) && url.startsWith('/'))

/** Names an article permanently on every server (RFC 4151), even after a change to https. */
export const tagUri = ({ url }: { url: string }, article: { id: number; date_created: string }): string =>
  `tag:${new URL(url).hostname},${article.date_created.slice(0, 10)}:${articlePath(article.id)}`

/** The words of a title that names of files can have everywhere: letters and digits of ASCII. */
export const asciiWords = (title: string): string[] =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? []
