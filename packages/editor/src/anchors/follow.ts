import { commonEnd, commonStart } from '../text/common.ts'
import { type Anchor, describeRange, type TextRange } from './anchor.ts'
import { type Certainty, certaintyOf, ENOUGH, LONG_QUOTE, occurrences } from './certainty.ts'
import { wholePlaces } from './find.ts'

/** An anchor and its place in a text; without a range, its words are gone. */
export interface Placed {
  anchor: Anchor
  range?: TextRange
}

/** A text before and after an edit. */
export interface Change {
  before: string
  after: string
  edit: Edit
}

/** Compares two texts, once for all anchors in them. */
export const compareTexts = (before: string, after: string): Change => ({
  before,
  after,
  edit: editedParts(before, after),
})

/** The place of an anchor after an edit, with the anchor described anew where it is. */
export function followAnchor(change: Change, { anchor, range }: Placed): Placed {
  const { before, after } = change
  const next = range ? followRange(change, range) : restoredPlace(change, anchor)
  if (next) return { anchor: describeRange(after, next), range: next }
  // The last known place decides whether the words come back.
  return { anchor: range ? describeRange(before, range) : anchor }
}

/**
 * The place of words that were gone and were written again with everything around them, as by an undo. Words that were
 * only moved to such a place are others.
 */
function restoredPlace({ before, after }: Change, anchor: Anchor): TextRange | undefined {
  const [place, ...others] = wholePlaces(after, anchor)
  if (!place || others.length > 0 || wholePlaces(before, anchor).length > 0) return undefined
  const isWritten = occurrences(after, anchor.quote).length > occurrences(before, anchor.quote).length
  return isWritten ? place : undefined
}

/**
 * Where the words of a range are after an edit; undefined when they were changed, or when it is not certain which of
 * several equal words they are.
 */
function followRange(change: Change, range: TextRange): TextRange | undefined {
  const { before, after, edit } = change
  const { start, end } = edit.before
  if (range.end <= start && isUnmoved(edit, start, range)) return range
  const shift = after.length - before.length
  if (range.start >= end && isUnmoved(edit, before.length - end, range))
    return { start: range.start + shift, end: range.end + shift }
  return followEdited(change, range)
}

interface Edit {
  before: TextRange
  after: TextRange
  /** Text was only inserted, or only deleted. */
  isPure: boolean
}

/**
 * The parts of two texts outside of which they are the same. Where equal characters adjoin inserted or deleted text, it is
 * unknown which of them were there before, so all of them are part of the edit.
 */
function editedParts(before: string, after: string): Edit {
  const [start, end] = [commonStart(before, after), commonEnd(before, after)]
  const shorter = Math.min(before.length, after.length)
  const isPure = start + end >= shorter
  const [first, last] = isPure ? [shorter - end, shorter - start] : [start, end]
  return {
    before: { start: first, end: before.length - last },
    after: { start: first, end: after.length - last },
    isPure,
  }
}

/**
 * Whether words in an unchanged part of this length are really the same. After a paragraph was moved, the first or last
 * words of the story may be equal by chance.
 */
const isUnmoved = ({ isPure }: Edit, unchanged: number, { start, end }: TextRange): boolean =>
  isPure || unchanged - (end - start) >= ENOUGH || end - start >= LONG_QUOTE

/**
 * Finds words in the edited part, or at its edges. Equal words elsewhere do not matter if they are surely other words:
 * if everything around them is as it was around another occurrence.
 */
function followEdited({ before, after, edit }: Change, range: TextRange): TextRange | undefined {
  const quote = before.slice(range.start, range.end)
  const origins = around(before, quote, edit.before).filter(({ start }) => start !== range.start)
  const places = around(after, quote, edit.after)
  const certainty = (origin: TextRange, place: TextRange): Certainty =>
    certaintyOf(after, place, describeRange(before, origin))
  const open = places.filter(
    (place) =>
      certainty(range, place) !== 'none' && !origins.some((origin) => certainty(origin, place) === 'whole'),
  )
  const [next] = open
  if (!next || open.length > 1 || certainty(range, next) === 'possible') return undefined
  const isClaimed = origins.some(
    (origin) =>
      certainty(origin, next) !== 'none' &&
      !places.some((place) => place !== next && certainty(origin, place) === 'whole'),
  )
  return isClaimed ? undefined : next
}

/** The words where they overlap the edited part or are close to it. */
const around = (text: string, quote: string, { start, end }: TextRange): TextRange[] => {
  const margin = ENOUGH + quote.length
  return occurrences(text, quote, Math.max(0, start - margin), end + margin)
}
