import { type Block, elementsOf } from '@nightdesk/contracts'
import { diffArrays } from 'diff'
import { canonicalJson } from '../normal-form.ts'
import { wordsOf } from '../text/text.ts'

/** The positions of one block in two texts. */
export interface BlockPair {
  before: number
  after: number
}

/** The blocks between two pairs, before the first or after the last; `to` is exclusive. */
interface Gap {
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
    const bags = [before.slice(...gap.before).map(bagOf), after.slice(...gap.after).map(bagOf)] as const
    return shift(alignBags(...bags), gap.before[0], gap.after[0])
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
  const [old, now] = [before.map(canonicalJson), after.map(canonicalJson)]
  const start = commonLength(old, now)
  const end = commonLength(old.slice(start).reverse(), now.slice(start).reverse())
  const middle = alignMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end))
  return [
    ...run(0, 0, start),
    ...shift(middle, start, start),
    ...run(old.length - end, now.length - end, end),
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

/** Pairs of blocks that follow each other in both texts. */
export const run = (before: number, after: number, length: number): BlockPair[] =>
  Array.from({ length }, (_, index) => ({ before: before + index, after: after + index }))

const shift = (pairs: readonly BlockPair[], before: number, after: number): BlockPair[] =>
  pairs.map((pair) => ({ before: pair.before + before, after: pair.after + after }))

/** Two blocks count as one edited block if at least this share of their words is common (Dice coefficient, 0 to 1). */
const LEAST_LIKENESS = 0.5
/** Maximum pairs of blocks to compare at once; longer lists are split. */
const MOST_COMPARISONS = 10_000

/** The words of a block with their frequency; sources of images count as words. An image is the same with another caption. */
interface WordBag {
  counts: Map<string, number>
  size: number
}

function bagOf(block: Block): WordBag {
  const pictures = picturesIn(block)
  const words = block.type === 'image' ? pictures : [...wordsOf([block]), ...pictures]
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { counts, size: words.length }
}

const picturesIn = (block: Block): string[] =>
  elementsOf([block])
    .map(({ type, filename, url }) => (type === 'image' ? (filename ?? url) : undefined))
    .filter((source) => typeof source === 'string')

/** Pairs the most similar blocks, in order. */
function alignBags(before: readonly WordBag[], after: readonly WordBag[]): BlockPair[] {
  if (before.length * after.length <= MOST_COMPARISONS) return bestPairs(before, after)
  const [row, column] = [Math.ceil(before.length / 2), Math.ceil(after.length / 2)]
  return [
    ...alignBags(before.slice(0, row), after.slice(0, column)),
    ...shift(alignBags(before.slice(row), after.slice(column)), row, column),
  ]
}

/** The pairs with the greatest sum of similarities, none crossing another: dynamic programming. */
function bestPairs(before: readonly WordBag[], after: readonly WordBag[]): BlockPair[] {
  const width = after.length + 1
  const likenesses = before.map((bag) => after.map((other) => likenessOf(bag, other)))
  // The best sum for all blocks from a row and a column on.
  const sums = new Float64Array((before.length + 1) * width)
  const sum = (row: number, column: number) => sums[row * width + column] ?? 0
  const paired = (row: number, column: number) => {
    const likeness = likenesses[row]?.[column] ?? 0
    return likeness < LEAST_LIKENESS ? 0 : likeness + sum(row + 1, column + 1)
  }
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const best = Math.max(paired(row, column), sum(row + 1, column), sum(row, column + 1))
      sums[row * width + column] = best
    }
  }
  const pairs: BlockPair[] = []
  let [row, column] = [0, 0]
  while (sum(row, column) > 0) {
    if (paired(row, column) === sum(row, column)) pairs.push({ before: row++, after: column++ })
    else if (sum(row + 1, column) === sum(row, column)) row++
    else column++
  }
  return pairs
}

/** Dice coefficient: twice the common words, divided by all words. */
function likenessOf(a: WordBag, b: WordBag): number {
  const all = a.size + b.size
  // An upper bound by size alone spares most comparisons.
  if (all === 0 || (2 * Math.min(a.size, b.size)) / all < LEAST_LIKENESS) return 0
  let common = 0
  for (const [word, count] of a.counts) common += Math.min(count, b.counts.get(word) ?? 0)
  return (2 * common) / all
}
