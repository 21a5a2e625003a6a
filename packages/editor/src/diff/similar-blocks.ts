import { type Block, isText, type Node } from '@nightdesk/contracts'
import { wordsOf } from '../text/text.ts'

/** The positions of one block in two texts. */
export interface BlockPair {
  before: number
  after: number
}

/** Two blocks count as one edited block if at least this share of their words is common (Dice coefficient, 0 to 1). */
const LEAST_LIKENESS = 0.5
/** Maximum pairs of blocks to compare at once; longer lists are split. */
const MOST_COMPARISONS = 10_000

/** Pairs the most similar blocks of two texts, in order. */
export function alignSimilar(before: readonly Block[], after: readonly Block[]): BlockPair[] {
  return alignBags(before.map(bagOf), after.map(bagOf))
}

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

function picturesIn(node: Node): string[] {
  if (isText(node)) return []
  const source = node.type === 'image' ? (node.filename ?? node.url) : undefined
  return [...(typeof source === 'string' ? [source] : []), ...node.children.flatMap(picturesIn)]
}

function alignBags(before: readonly WordBag[], after: readonly WordBag[]): BlockPair[] {
  if (before.length * after.length <= MOST_COMPARISONS) return bestPairs(before, after)
  const [row, column] = [Math.ceil(before.length / 2), Math.ceil(after.length / 2)]
  const rest = alignBags(before.slice(row), after.slice(column))
  return [
    ...alignBags(before.slice(0, row), after.slice(0, column)),
    ...rest.map((pair) => ({ before: pair.before + row, after: pair.after + column })),
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
