/** What is in no address: blanks, quotes, and the signs behind which Chinese and Japanese have no blank. */
const BEYOND = '\\s<>"“”«»、。，；：！？（）「」『』【】《》〈〉'

/** An address that is being typed at the end of a text. With a scheme or "www.", because `end.Then` may be two sentences. */
export const TYPED_ADDRESS = new RegExp(
  `(?<![\\p{L}\\p{N}@/.])(?:https?://|www\\.)[\\p{L}\\p{N}[][^${BEYOND}]*$`,
  'iu',
)

/** URLs with their scheme, within a text. */
export const ADDRESSES = new RegExp(`\\b(?:https?://|mailto:)[^${BEYOND}]+`, 'gi')

const ENDING = /[.,;:!?'’…*_،؛؟।॥]$/

/** A URL in a text, without the punctuation after it and the bracket around it. */
export function withoutEnding(address: string): string {
  let url = address
  for (;;) {
    if (ENDING.test(url)) url = url.slice(0, -1)
    else if (/[)\]}]$/.test(url) && !isClosing(url)) url = url.slice(0, -1)
    else return url
  }
}

/** Whether the closing bracket at the end of a URL was opened within it, as in URLs of Wikipedia. */
function isClosing(url: string): boolean {
  const close = url.slice(-1)
  const open = { ')': '(', ']': '[', '}': '{' }[close] ?? ''
  return url.split(open).length >= url.split(close).length
}
