import type { NodeKey } from 'lexical'

export interface Query {
  text: string
  /** Letters, quotes and spaces equal themselves only. */
  isExact: boolean
  isWholeWords: boolean
}

/** Offsets in UTF-16 units. */
export interface Span {
  start: number
  end: number
}

/** A match, and the key of the block that it is in. */
export interface Match extends Span {
  key: NodeKey
}

/**
 * Finds a text in others. A letter is what a reader sees as one: é equals é however it is encoded, and e is not found in
 * it, because résumé and resume are different words. For the same reason ß equals ẞ but not ss. Without `isExact`, upper and
 * lower case are equal, straight quotes equal curly ones, and spaces equal spaces that do not break. The language of a
 * story is not known, so i equals both I and the Turkish İ, and ı equals I. Spaces between words equal soft line breaks.
 */
export function createSearch(query: Query): (text: string) => Span[] {
  if (query.text === '') return () => []
  const pattern = patternOf(query)
  return (text) => {
    const { letters, offsets } = compose(query.isExact ? text : fold(text))
    const offset = (index: number) => offsets?.[index] ?? index
    return [...letters.matchAll(pattern)].map(({ index, 0: found }) => ({
      start: offset(index),
      end: offset(index + found.length),
    }))
  }
}

/** What a match must not end before, and not begin after: the rest of what a reader sees as one letter. */
const GOES_ON = '(?![\\p{M}\\p{EMod}\\u200D])'
const NOT_JOINED = '(?<!\\u200D)'
const WORD = '[\\p{L}\\p{N}\\p{M}_]'

function patternOf({ text, isExact, isWholeWords }: Query): RegExp {
  const letters = [...text.normalize('NFC')]
  const last = letters.length - 1
  const source = letters.map((letter, index) => {
    const isBetween = index > 0 && index < last
    if (letter === ' ' || (!isExact && /[\u00A0\u202F]/.test(letter)))
      return `[ ${isExact ? '' : '\\u00A0\\u202F'}${isBetween ? '\\n' : ''}]`
    return isExact ? escapeSign(letter) : anyCase(letter)
  })
  const [before, after] = isWholeWords ? [`(?<!${WORD})`, `(?!${WORD})`] : ['', '']
  return new RegExp(`${before}${NOT_JOINED}${source.join('')}${GOES_ON}${after}`, 'gu')
}

/** Letters and signs that equal more than their folded form, each with what it equals in a folded text. */
const EQUALS: Readonly<Record<string, string>> = {
  i: '[iIİ]',
  I: '[iIı]',
  ı: '[ıI]',
  İ: '[İi]',
  "'": "['‘’]",
  '‘': "['‘]",
  '’': "['’]",
  '"': '["“”]',
  '“': '["“]',
  '”': '["”]',
}

const anyCase = (letter: string) => EQUALS[letter] ?? escapeSign(foldLetter(letter))

const escapeSign = (letter: string) => letter.replace(/[\\^$.*+?()[\]{}|/]/u, '\\$&')

/** Folds the case of each letter but i and its Turkish relatives. Most letters are folded already, which makes it fast. */
const fold = (text: string) => text.replace(/(?![a-z])\p{Cased}/gu, foldLetter)

function foldLetter(letter: string): string {
  if (/[iIİı]/.test(letter)) return letter
  const upper = letter.toUpperCase()
  // As ß, the capital of which is SS.
  const folded = (upper.length === letter.length ? upper : letter).toLowerCase()
  return folded.length === letter.length ? folded : letter
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A text in composed form, and the offset of each of its units in the text before; without offsets if they are equal. */
function compose(text: string): { letters: string; offsets?: number[] } {
  if (text.normalize('NFC') === text) return { letters: text }
  const offsets: number[] = []
  let letters = ''
  for (const { segment, index } of graphemes.segment(text)) {
    const composed = segment.normalize('NFC')
    for (let unit = 0; unit < composed.length; unit++) offsets.push(index)
    letters += composed
  }
  offsets.push(text.length)
  return { letters, offsets }
}
