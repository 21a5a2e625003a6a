/** Words of a story and the text around them, as a note stores them. All are parts of `anchorText`. */
export interface Anchor {
  quote: string
  /** The text before the quote, at most {@link CONTEXT} characters; fewer only at the start of the story. */
  prefix: string
  /** The text after the quote, likewise. */
  suffix: string
}

/** Positions in a text, in UTF-16 code units. The end is exclusive. */
export interface TextRange {
  start: number
  end: number
}

/** Characters that an anchor stores on each side of its quote. */
export const CONTEXT = 64

/** The anchor of a range of the text. */
export const describeRange = (text: string, { start, end }: TextRange): Anchor => ({
  quote: text.slice(start, end),
  prefix: wholeCharacters(text.slice(Math.max(0, start - CONTEXT), start)),
  suffix: wholeCharacters(text.slice(end, end + CONTEXT)),
})

/** Half a surrogate pair at an end cannot be stored. */
const wholeCharacters = (text: string) => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')

/** The range without blanks at its ends. */
export function trimRange(text: string, { start, end }: TextRange): TextRange {
  const from = start + (/^\s*/.exec(text.slice(start, end))?.[0].length ?? 0)
  return { start: from, end: Math.max(from, from + text.slice(from, end).trimEnd().length) }
}
