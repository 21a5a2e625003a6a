import type { Anchor, TextRange } from './anchor.ts'
import { certaintyOf, mostCertain, occurrences } from './certainty.ts'

/**
 * The place of an anchor in a text: exactly its words, with the text around them. Of several such places it is the only one
 * with the whole stored text on both sides. Undefined when there is none, or when two are equally certain.
 */
export const findAnchor = (text: string, anchor: Anchor): TextRange | undefined =>
  mostCertain(occurrences(text, anchor.quote), (range) => certaintyOf(text, range, anchor))

/** The ranges that have the words of an anchor and the whole stored text on both sides. */
export const wholePlaces = (text: string, anchor: Anchor): TextRange[] =>
  occurrences(text, anchor.quote).filter((range) => certaintyOf(text, range, anchor) === 'whole')
