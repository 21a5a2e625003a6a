import { commonEnd, commonStart } from '../text/common.ts'
import { type Anchor, CONTEXT, type TextRange } from './anchor.ts'

/**
 * How surely a range with the words of an anchor is its place.
 * `whole`: all stored text on both sides is equal. `likely`: enough of it is. `possible`: too little of it, but all that
 * the story has on one side. `none`: the same words in another place.
 */
export type Certainty = 'none' | 'possible' | 'likely' | 'whole'

/**
 * Characters next to the quote that must be equal on one side, about six words of English. Everyday phrases of that
 * length are rarely equal by chance, and an edit on one side of the quote does not touch the other side.
 */
export const ENOUGH = 32

/** A quote of this length is its own context: it is a whole sentence, which moves with its paragraph. */
export const LONG_QUOTE = 64

/** Compares the text around a range with an anchor. The words of the range must equal the quote. */
export function certaintyOf(text: string, { start, end }: TextRange, anchor: Anchor): Certainty {
  const { quote, prefix, suffix } = anchor
  const before = commonEnd(text.slice(Math.max(0, start - CONTEXT), start), prefix)
  const after = commonStart(text.slice(end, end + CONTEXT), suffix)
  // A short side is whole only at the same end of the story.
  const isWholeBefore = before === prefix.length && (isFull(prefix) || start === before)
  const isWholeAfter = after === suffix.length && (isFull(suffix) || end + after === text.length)
  if (isWholeBefore && isWholeAfter) return 'whole'
  const isEnough = before >= ENOUGH || after >= ENOUGH || quote.length >= LONG_QUOTE
  if (isEnough) return 'likely'
  return isWholeBefore || isWholeAfter ? 'possible' : 'none'
}

/** Half a surrogate pair is not stored. */
const isFull = (side: string) => side.length >= CONTEXT - 1

/** The ranges between `from` and `to` that have exactly these words. */
export function occurrences(text: string, quote: string, from = 0, to = text.length): TextRange[] {
  const found: TextRange[] = []
  if (quote === '') return found
  for (let start = text.indexOf(quote, from); start >= 0; start = text.indexOf(quote, start + 1)) {
    const end = start + quote.length
    if (end > to) break
    found.push({ start, end })
  }
  return found
}

/** The only item that is whole, or else the only one that is likely while no other is even possible. */
export function mostCertain<T>(items: readonly T[], certainty: (item: T) => Certainty): T | undefined {
  const judged = items.map((item) => ({ item, certainty: certainty(item) }))
  const whole = judged.filter((one) => one.certainty === 'whole')
  const some = whole.length > 0 ? whole : judged.filter((one) => one.certainty !== 'none')
  const [only] = some
  return some.length === 1 && only?.certainty !== 'possible' ? only?.item : undefined
}
