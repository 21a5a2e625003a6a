import type { Pieces } from '@nightdesk/contracts'
import { IDEOGRAPHS } from './query.ts'

const LETTER = '[\\p{L}\\p{N}\\p{M}]'
/** Letters and digits, in every script. */
export const WORD = new RegExp(`${LETTER}+`, 'gu')
/** UTF-16 units: about three lines on a phone. */
const LENGTH = 280
const BEFORE_HIT = 80

/** The range of a hit in a text. */
export interface Hit {
  index: number
  length: number
}

/** The words to look for, in lower case. Only letters and digits, so that none is syntax of a text search. */
export const queryWords = (query: string): string[] => [...new Set(query.toLowerCase().match(WORD) ?? [])]

/** More words than a person types. Only this many words of a query are marked. */
export const MAX_MARKED = 8
/** UTF-16 units after the first hit that are searched for more: longer than any snippet or title. */
const LOOKED_AT = 1_000

/** Words that begin with one of these. */
export function hitsBeginningWith(text: string, beginnings: readonly string[]): Hit[] {
  const marked = beginnings.slice(0, MAX_MARKED)
  return scan(text, (word) => marked.some((beginning) => word.toLowerCase().startsWith(beginning)))
}

/** These words in any case. Chinese and Japanese ones also match within words. */
export function hitsOf(text: string, words: readonly string[]): Hit[] {
  const whole = new Set(words)
  const within = words.filter((word) => word.match(IDEOGRAPHS))
  const alternatives = within.length > 0 ? new RegExp(within.join('|'), 'giu') : undefined
  return scan(text, (word) => whole.has(word.toLowerCase()), alternatives)
}

/** Reads a text once, and only as far as hits can be shown beside the first one. */
function scan(text: string, isHit: (word: string) => boolean, within?: RegExp): Hit[] {
  const hits: Hit[] = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (index > (hits[0]?.index ?? index) + LOOKED_AT) break
    if (isHit(word)) hits.push({ index, length: word.length })
    else if (within) {
      hits.push(
        ...[...word.matchAll(within)].map((part) => ({ index: index + part.index, length: part[0].length })),
      )
    }
  }
  return hits
}

/** A short text whole, or a long one around its first hit. */
export function snippetOf(text: string, hits: readonly Hit[]): Pieces {
  const [from, to] = text.length <= LENGTH ? [0, text.length] : windowAround(text, hits[0]?.index ?? 0)
  const pieces = piecesOf(text, hits, from, to)
  if (from > 0) pieces.unshift({ text: '…', is_hit: false })
  if (to < text.length) pieces.push({ text: '…', is_hit: false })
  return pieces
}

/** A text, split where hits begin and end. */
export function piecesOf(text: string, hits: readonly Hit[], from = 0, to = text.length): Pieces {
  const pieces: Pieces = []
  let end = from
  for (const { index, length } of hits) {
    if (index < from || index + length > to) continue
    pieces.push({ text: text.slice(end, index), is_hit: false })
    end = index + length
    pieces.push({ text: text.slice(index, end), is_hit: true })
  }
  pieces.push({ text: text.slice(end, to), is_hit: false })
  return pieces.filter((piece) => piece.text !== '')
}

/** Begins and ends between words where possible. */
function windowAround(text: string, hit: number): [from: number, to: number] {
  const earliest = Math.max(0, hit - BEFORE_HIT)
  const space = text.indexOf(' ', earliest)
  const from = earliest > 0 && space !== -1 && space < hit ? space + 1 : earliest
  if (from + LENGTH >= text.length) return [from, text.length]
  const last = text.lastIndexOf(' ', from + LENGTH)
  return [from, last > hit ? last : from + LENGTH]
}
