import type { Pieces } from '@nightdesk/contracts'
import { IDEOGRAPHS } from './query.ts'

const LETTER = '[\\p{L}\\p{N}\\p{M}]'
/** Letters and digits, of every script. */
export const WORD = new RegExp(`${LETTER}+`, 'gu')
/** UTF-16 units: about three lines on a phone. */
const LENGTH = 280
const BEFORE_HIT = 80

/** Where something was found. */
export interface Hit {
  index: number
  length: number
}

/** The words to look for, in lower case: letters and digits only, so that they mean nothing else to a text search. */
export const queryWords = (query: string): string[] => [...new Set(query.toLowerCase().match(WORD) ?? [])]

/** Words that begin with one of these. */
export const hitsBeginningWith = (text: string, beginnings: readonly string[]): Hit[] =>
  [...text.matchAll(WORD)]
    .filter(([word]) => beginnings.some((beginning) => word.toLowerCase().startsWith(beginning)))
    .map(toHit)

/** These words, whatever their case; one in Chinese or Japanese also within others. */
export function hitsOf(text: string, words: readonly string[]): Hit[] {
  const alternatives = words.map((word) =>
    word.match(IDEOGRAPHS) ? word : `(?<!${LETTER})${word}(?!${LETTER})`,
  )
  if (alternatives.length === 0) return []
  return [...text.matchAll(new RegExp(alternatives.join('|'), 'giu'))].map(toHit)
}

const toHit = ({ 0: word, index }: RegExpExecArray): Hit => ({ index, length: word.length })

/** A short text whole, a long one around its first hit. */
export function snippetOf(text: string, hits: readonly Hit[]): Pieces {
  const [from, to] = text.length <= LENGTH ? [0, text.length] : windowAround(text, hits[0]?.index ?? 0)
  const pieces = piecesOf(text, hits, from, to)
  if (from > 0) pieces.unshift({ text: '…', is_hit: false })
  if (to < text.length) pieces.push({ text: '…', is_hit: false })
  return pieces
}

/** A text, cut where hits begin and end. */
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

/** Begins and ends between words, where there are any. */
function windowAround(text: string, hit: number): [from: number, to: number] {
  const earliest = Math.max(0, hit - BEFORE_HIT)
  const space = text.indexOf(' ', earliest)
  const from = earliest > 0 && space !== -1 && space < hit ? space + 1 : earliest
  if (from + LENGTH >= text.length) return [from, text.length]
  const last = text.lastIndexOf(' ', from + LENGTH)
  return [from, last > hit ? last : from + LENGTH]
}
