import { type Block, isInline, isText, type Node } from '@nightdesk/contracts'
import { isSceneBreak } from './stored-blocks.ts'
import { commonEnd, commonStart } from './text/common.ts'
import { onOneLine, plainText, words } from './text/text.ts'

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
const CONTEXT = 64

/** The anchor of a range of the text. */
export const describeRange = (text: string, { start, end }: TextRange): Anchor => ({
  quote: wholeCharacters(text.slice(start, end)),
  prefix: wholeCharacters(text.slice(Math.max(0, start - CONTEXT), start)),
  suffix: wholeCharacters(text.slice(end, end + CONTEXT)),
})

/** Half a surrogate pair at an end cannot be stored. */
const wholeCharacters = (text: string) => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')

/** The range with the whole of its first and last word, and without blanks at its ends. */
export function wholeWords(text: string, { start, end }: TextRange): TextRange {
  const from = start + (/^\s*/.exec(text.slice(start, end))?.[0].length ?? 0)
  const to = from + text.slice(from, end).trimEnd().length
  if (to <= from) return { start: from, end: from }
  const segments = words.segment(text)
  const last = segments.containing(to - 1)
  return {
    start: segments.containing(from)?.index ?? from,
    end: last ? last.index + last.segment.length : to,
  }
}

/** The text in which notes are anchored: one line, with one blank between words. */
export const anchorText = (blocks: readonly Block[]): string =>
  onOneLine(plainText(wordsAlone(blocks.filter(({ type }) => type !== 'footnote'))))

/** Without captions and scene breaks: these, and footnotes, page and editor show in different places. */
function wordsAlone(nodes: readonly Node[]): Node[] {
  const isLine = nodes.some(isInline)
  return nodes.flatMap((node) => {
    if (isText(node)) return node
    const isBeside = node.type === 'image' || (!isLine && isSceneBreak(node))
    return isBeside ? [] : { ...node, children: wordsAlone(node.children) }
  })
}

/**
 * How surely a range with the words of an anchor is its place.
 * `whole`: all stored text on both sides is equal. `likely`: enough of it is. `possible`: too little of it, but all that
 * the story has on one side. `none`: the same words in another place.
 */
type Certainty = 'none' | 'possible' | 'likely' | 'whole'

/**
 * Characters next to the quote that must be equal on one side, about six words of English. Everyday phrases of that
 * length are rarely equal by chance, and an edit on one side of the quote does not touch the other side.
 */
const ENOUGH = 32

/** A quote of this length is its own context: it is a whole sentence, which moves with its paragraph. */
const LONG_QUOTE = 64

/** Compares the text around a range with an anchor. The words of the range must equal the quote. */
function certaintyOf(text: string, { start, end }: TextRange, anchor: Anchor): Certainty {
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

/** Of more equal places none is certain, and comparing all of them would take seconds. */
const MOST_PLACES = 100

/** The ranges between `from` and `to` that have exactly these words; none when they are too many. */
function occurrences(text: string, quote: string, from = 0, to = text.length): TextRange[] {
  const found: TextRange[] = []
  if (quote === '') return found
  for (let start = text.indexOf(quote, from); start >= 0; start = text.indexOf(quote, start + 1)) {
    const end = start + quote.length
    if (end > to) break
    if (found.push({ start, end }) > MOST_PLACES) return []
  }
  return found
}

/**
 * The place of an anchor in a text: exactly its words, with the text around them. Of several such places it is the only one
 * with the whole stored text on both sides. Undefined when there is none, or when two are equally certain.
 */
export function findAnchor(text: string, anchor: Anchor): TextRange | undefined {
  const whole = wholePlaces(text, anchor)
  if (whole.length > 0) return whole.length === 1 ? whole[0] : undefined
  const [place, ...others] = occurrences(text, anchor.quote)
    .map((range) => ({ range, certainty: certaintyOf(text, range, anchor) }))
    .filter(({ certainty }) => certainty !== 'none')
  return others.length > 0 || place?.certainty === 'possible' ? undefined : place?.range
}

/** The ranges that have the words of an anchor and the whole stored text on both sides. */
function wholePlaces(text: string, anchor: Anchor): TextRange[] {
  const { quote, prefix, suffix } = anchor
  if (quote === '') return []
  return occurrences(text, prefix + quote + suffix)
    .map(({ start, end }) => ({ start: start + prefix.length, end: end - suffix.length }))
    .filter((range) => certaintyOf(text, range, anchor) === 'whole')
}

/** An anchor and its place in a text; without a range, its words are gone. */
export interface Placed {
  anchor: Anchor
  range?: TextRange
}

/** A text before and after an edit. */
export type Change = ReturnType<typeof compareTexts>

/** Compares two texts, once for all anchors in them. */
export const compareTexts = (before: string, after: string) => ({
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

type Edit = ReturnType<typeof editedParts>

/**
 * The parts of two texts outside of which they are the same. Where equal characters adjoin inserted or deleted text, it is
 * unknown which of them were there before, so all of them are part of the edit.
 */
function editedParts(before: string, after: string) {
  const [start, end] = [commonStart(before, after), commonEnd(before, after)]
  const shorter = Math.min(before.length, after.length)
  const isPure = start + end >= shorter
  const [first, last] = isPure ? [shorter - end, shorter - start] : [start, end]
  return {
    before: { start: first, end: before.length - last },
    after: { start: first, end: after.length - last },
    /** Text was only inserted, or only deleted. */
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
