import { isSafeUrl, type Node } from '@nightdesk/contracts'

/** URLs with their scheme. Punctuation after a URL, or a bracket around it, is not part of it. */
const ADDRESS = /\b(?:https?:\/\/|mailto:)[^\s<>"“”«»]{1,2000}/gi
const ENDING = /[.,;:!?'’…*_]$/

/** The texts of a line, with its URLs as links. */
export function withLinks(text: string): Node[] {
  const nodes: Node[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const url = withoutEnding(found)
    if (!isSafeUrl(url)) continue
    if (index > end) nodes.push({ text: text.slice(end, index) })
    nodes.push({ type: 'link', url, children: [{ text: url }] })
    end = index + url.length
  }
  return end === text.length && end > 0 ? nodes : [...nodes, { text: text.slice(end) }]
}

function withoutEnding(address: string): string {
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
