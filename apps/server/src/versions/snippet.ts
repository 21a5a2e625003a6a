import type { Passage } from '@nightdesk/contracts'

type Snippet = Passage['snippet']

const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** UTF-16 units: about three lines on a phone. */
const LENGTH = 280
const BEFORE_HIT = 80

/** The words to look for, in lower case: letters and digits only, so that they mean nothing else to a text search. */
export const queryWords = (query: string): string[] => [...new Set(query.toLowerCase().match(WORD) ?? [])]

/** A short text whole, a long one around its first hit; words that begin with one of `words` are hits. */
export function snippetOf(text: string, words: readonly string[]): Snippet {
  const hits = [...text.matchAll(WORD)].filter(([word]) =>
    words.some((beginning) => word.toLowerCase().startsWith(beginning)),
  )
  const [from, to] = text.length <= LENGTH ? [0, text.length] : windowAround(text, hits[0]?.index ?? 0)
  const pieces: Snippet = []
  let end = from
  for (const { 0: word, index } of hits) {
    if (index < from || index + word.length > to) continue
    pieces.push({ text: text.slice(end, index), is_hit: false }, { text: word, is_hit: true })
    end = index + word.length
  }
  pieces.push({ text: text.slice(end, to), is_hit: false })
  if (from > 0) pieces.unshift({ text: '…', is_hit: false })
  if (to < text.length) pieces.push({ text: '…', is_hit: false })
  return pieces.filter((piece) => piece.text !== '')
}

/** Begins and ends between words, where there are any. */
function windowAround(text: string, hit: number): [from: number, to: number] {
  const earliest = Math.max(0, hit - BEFORE_HIT)
  const space = text.indexOf(' ', earliest)
  const from = earliest > 0 && space !== -1 && space < hit ? space + 1 : earliest
  if (from + LENGTH >= text.length) return [from, text.length]
  const last = text.lastIndexOf(' ', from + LENGTH)
  return [from, last > hit ? last : from + LENGTH]
}
