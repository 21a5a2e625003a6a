import type { Block } from '@nightdesk/contracts'
import { canonicalJson } from '../normal-form/canonical.ts'
import { wordCount } from '../text/text.ts'
import { textOf } from '../text/text-runs.ts'
import { alignBlocks, alignEqual } from './align-blocks.ts'
import { diffWords, type WordChange } from './words.ts'

/** The extent of the differences between two texts. */
export interface BlockComparison {
  /** Top-level blocks that were added, removed, rewritten or moved, each counted once. */
  changed_blocks: number
  /** The difference in words; negative if the second text has fewer. */
  words_added: number
}

/**
 * Compares two texts by whole blocks, to describe a version: "Edited 3 blocks, +120 words".
 * Formatting counts as a change, the order of keys does not.
 */
export function compareBlocks(before: readonly Block[], after: readonly Block[]): BlockComparison {
  return {
    changed_blocks: Math.max(before.length, after.length) - alignEqual(before, after).length,
    words_added: wordCount(after) - wordCount(before),
  }
}

/** The change of one top-level block. */
export type BlockChange =
  | { kind: 'same' | 'added' | 'removed'; block: Block }
  /** `words` compares the texts of both; all are `same` if only the formatting changed. */
  | { kind: 'changed'; before: Block; after: Block; words: WordChange[] }

/**
 * Every block of two texts in order, removed blocks before the blocks that replace them. Without the added blocks it is
 * the first text, without the removed blocks the second. A moved block is removed and added.
 */
export function diffBlocks(before: readonly Block[], after: readonly Block[]): BlockChange[] {
  const changes: BlockChange[] = []
  const end = { before: before.length, after: after.length }
  let [row, column] = [0, 0]
  for (const pair of [...alignBlocks(before, after), end]) {
    changes.push(...before.slice(row, pair.before).map((block) => ({ kind: 'removed' as const, block })))
    changes.push(...after.slice(column, pair.after).map((block) => ({ kind: 'added' as const, block })))
    const [old, now] = [before[pair.before], after[pair.after]]
    if (old && now) changes.push(diffBlock(old, now))
    row = pair.before + 1
    column = pair.after + 1
  }
  return changes
}

function diffBlock(before: Block, after: Block): BlockChange {
  if (canonicalJson(before) === canonicalJson(after)) return { kind: 'same', block: after }
  return { kind: 'changed', before, after, words: diffWords(textOf(before), textOf(after)) }
}
