const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('en', { granularity: 'word' })

/** Characters that are one grapheme each. The character after the cut must match too, or it may combine with the last. */
const SIMPLE = /^[\x20-\x7e\xa0-\u02ff\u2010-\u2027]*$/

/** At most `length` graphemes of a text, and an ellipsis if text was cut. */
export function truncate(text: string, length: number): string {
  const end = endOf(text, length)
  return end === text.length ? text : `${text.slice(0, end)}…`
}

/** As {@link truncate}, but ends with a whole word. A single long word is cut. */
export function truncateAtWord(text: string, length: number): string {
  const end = endOf(text, length)
  if (end === text.length) return text
  let cut = wordEnd(text, end)
  while (cut > 0 && DANGLING.test(text.charAt(cut - 1))) cut--
  return `${text.slice(0, cut || end)}…`
}

/** A quick test: most text has nothing to replace. */
const UNEVEN = /\s\s|[^\S ]/

export const onOneLine = (text: string): string =>
  (UNEVEN.test(text) ? text.replace(/\s+/g, ' ') : text).trim()

/** Punctuation that belongs to a word which was cut off. */
const DANGLING = /^[\s,;:\p{Pd}\p{Ps}\p{Pi}]$/u

const BLANK = /\s/

/** The index at which at most `length` graphemes end. */
function endOf(text: string, length: number): number {
  if (text.length <= length) return text.length
  if (SIMPLE.test(text.slice(0, length + 1))) return length
  let count = 0
  for (const { index } of graphemes.segment(text)) {
    if (count === length) return index
    count++
  }
  return text.length
}

/** The end of the last whole word: at a blank, or by Unicode segmentation if there is no blank in the second half. */
function wordEnd(text: string, end: number): number {
  let blank = end
  while (blank >= 0 && !BLANK.test(text.charAt(blank))) blank--
  if (blank * 2 >= end) return blank
  let last = end
  for (const { index } of words.segment(text.slice(0, 2 * end))) {
    if (index > end) break
    last = index
  }
  return last === 0 ? end : last
}
