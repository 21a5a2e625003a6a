import type { Block } from '@nightdesk/contracts'
import { diffArrays } from 'diff'
import { canonicalJson } from '../normal-form/canonical.ts'
import { alignSimilar, type BlockPair } from './similar-blocks.ts'

/** The blocks between two pairs, before the first or after the last; `to` is exclusive. */
export interface Gap {
  before: [from: number, to: number]
  after: [from: number, to: number]
}

/**
 * Pairs the blocks of two texts in order: first equal blocks, then, between those, edited blocks by their common words.
 * Blocks have no ids, so a moved block is not paired: it counts as a deletion and an insertion.
 */
export function alignBlocks(before: readonly Block[], after: readonly Block[]): BlockPair[] {
  const equal = alignEqual(before, after)
  const edited = gapsBetween(equal, before.length, after.length).flatMap((gap) => {
    const pairs = alignSimilar(before.slice(...gap.before), after.slice(...gap.after))
    return shift(pairs, gap.before[0], gap.after[0])
  })
  return [...equal, ...edited].sort((a, b) => a.before - b.before)
}

/** The gaps around pairs in order, without those that are empty in both texts. */
export function gapsBetween(pairs: readonly BlockPair[], before: number, after: number): Gap[] {
  const ends = [...pairs, { before, after }]
  const gaps = ends.map((end, index): Gap => {
    const last = pairs[index - 1] ?? { before: -1, after: -1 }
    return { before: [last.before + 1, end.before], after: [last.after + 1, end.after] }
  })
  return gaps.filter((gap) => gap.before[0] < gap.before[1] || gap.after[0] < gap.after[1])
}

/** With more edits, only the common beginning and end are paired: time grows with the square of the edits. */
const MOST_EDITS = 2_000

/** The longest common subsequence of blocks; the order of their keys does not matter. */
export function alignEqual(before: readonly Block[], after: readonly Block[]): BlockPair[] {
  return alignKeys(before.map(canonicalJson), after.map(canonicalJson))
}

function alignKeys(before: readonly string[], after: readonly string[]): BlockPair[] {
  const start = commonLength(before, after)
  const end = commonLength(before.slice(start).reverse(), after.slice(start).reverse())
  const middle = alignMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end))
  return [
    ...run(0, 0, start),
    ...shift(middle, start, start),
    ...run(before.length - end, after.length - end, end),
  ]
}

/** The length of the common prefix of two lists. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  const different = a.findIndex((item, index) => item !== b[index])
  return different === -1 ? a.length : different
}

function alignMiddle(before: readonly string[], after: readonly string[]): BlockPair[] {
  // Blocks of one list only cannot be paired, and would use up the limit of edits.
  const [inBefore, inAfter] = [new Set(before), new Set(after)]
  const old = before.flatMap((key, index) => (inAfter.has(key) ? [{ key, index }] : []))
  const now = after.flatMap((key, index) => (inBefore.has(key) ? [{ key, index }] : []))
  const changes = diffArrays(
    old.map(({ key }) => key),
    now.map(({ key }) => key),
    { maxEditLength: MOST_EDITS },
  )
  const pairs: BlockPair[] = []
  let [row, column] = [0, 0]
  for (const { added, removed, count } of changes ?? []) {
    if (!added && !removed) pairs.push(...run(row, column, count))
    if (!added) row += count
    if (!removed) column += count
  }
  return pairs.flatMap((pair) => {
    const [before, after] = [old[pair.before]?.index, now[pair.after]?.index]
    return before === undefined || after === undefined ? [] : [{ before, after }]
  })
}

const run = (before: number, after: number, length: number): BlockPair[] =>
  Array.from({ length }, (_, index) => ({ before: before + index, after: after + index }))

const shift = (pairs: readonly BlockPair[], before: number, after: number): BlockPair[] =>
  pairs.map((pair) => ({ before: pair.before + before, after: pair.after + after }))
