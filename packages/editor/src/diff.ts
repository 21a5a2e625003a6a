import type { Block } from '@nightdesk/contracts'
import { canonicalJson } from './canonical.ts'
import { wordCount } from './text.ts'

/** How far two texts are apart. */
export interface BlockComparison {
  /** Top-level blocks that were added, removed or rewritten; a rewritten one counts once, a moved one too. */
  changed_blocks: number
  /** How many words the second text has more; negative when it has fewer. */
  words_added: number
}

/**
 * Compares two texts by whole blocks, enough to describe a version: "Edited 3 blocks, +120 words".
 * Formatting counts as a change, the order of keys does not.
 */
export function compareBlocks(before: readonly Block[], after: readonly Block[]): BlockComparison {
  const old = before.map(canonicalJson)
  const now = after.map(canonicalJson)
  const start = commonLength(old, now)
  const end = commonLength(old.slice(start).reverse(), now.slice(start).reverse())
  const oldMiddle = old.slice(start, old.length - end)
  const newMiddle = now.slice(start, now.length - end)
  const kept = longestCommonSubsequence(oldMiddle, newMiddle)
  return {
    changed_blocks: Math.max(oldMiddle.length, newMiddle.length) - kept,
    words_added: wordCount(after) - wordCount(before),
  }
}

/** How many items two lists have in common at their beginning. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  const different = a.findIndex((item, index) => item !== b[index])
  return different === -1 ? a.length : different
}

/** Length of the longest sequence that stands in both lists in the same order. */
function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  // Time grows with the product of the lengths, so what stands in one list only is left out first.
  const inA = new Set(a)
  const inB = new Set(b)
  const rows = a.filter((item) => inB.has(item))
  const columns = b.filter((item) => inA.has(item))
  let above = new Uint16Array(columns.length + 1)
  for (const row of rows) {
    const current = new Uint16Array(columns.length + 1)
    columns.forEach((column, index) => {
      const left = current[index] ?? 0
      const up = above[index + 1] ?? 0
      const corner = above[index] ?? 0
      current[index + 1] = column === row ? corner + 1 : Math.max(left, up)
    })
    above = current
  }
  return above[columns.length] ?? 0
}
