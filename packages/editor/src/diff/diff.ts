import type { Block } from '@nightdesk/contracts'
import { diffArrays } from 'diff'
import { canonicalJson } from '../normal-form.ts'
import { wordCount, words } from '../text/text.ts'
import { alignBlocks, alignEqual, gapsBetween } from './align.ts'
import { textOf } from './text-runs.ts'

/**
 * Compares two texts by whole blocks, to describe a version: "Edited 3 blocks, +120 words".
 * Formatting counts as a change, the order of keys does not.
 */
export function compareBlocks(before: readonly Block[], after: readonly Block[]) {
  const equal = alignEqual(before, after)
  const gaps = gapsBetween(equal, before.length, after.length)
  const wordsOf = (blocks: readonly Block[], text: 'before' | 'after') =>
    wordCount(gaps.flatMap((gap) => blocks.slice(...gap[text])))
  return {
    /** Top-level blocks that were added, removed, rewritten or moved, each counted once. */
    changed_blocks: Math.max(before.length, after.length) - equal.length,
    /** The difference in words; negative if the second text has fewer. */
    words_added: wordsOf(after, 'after') - wordsOf(before, 'before'),
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

export function diffBlock(before: Block, after: Block): BlockChange {
  if (canonicalJson(before) === canonicalJson(after)) return { kind: 'same', block: after }
  return { kind: 'changed', before, after, words: diffWords(textOf(before), textOf(after)) }
}

/** A run of text that is in both texts, only in the second (added), or only in the first (removed). */
export interface WordChange {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** With more edits, a text counts as wholly rewritten: time grows with the square of the edits. */
const MOST_EDITS = 1_000

/**
 * Compares two texts word by word. Without the added runs the result is the first text, without the removed runs the
 * second. Removed runs come before the runs that replace them.
 */
export function diffWords(before: string, after: string): WordChange[] {
  const [old, now] = [wordsIn(before), wordsIn(after)]
  const changes = diffArrays(
    old.map(({ word }) => word),
    now.map(({ word }) => word),
    { maxEditLength: MOST_EDITS },
  )
  if (!changes) return mergeRuns([removed(before), added(after)])
  let [row, column] = [0, 0]
  const runs = changes.flatMap((change) => {
    const gone = change.added ? [] : old.slice(row, row + change.count)
    const come = change.removed ? [] : now.slice(column, column + change.count)
    row += gone.length
    column += come.length
    if (change.added || change.removed) return [removed(wordsText(gone)), added(wordsText(come))]
    return gone.flatMap((word, index) => unchangedWord(word, come[index] ?? word))
  })
  return mergeRuns(runs)
}

/** White space is not compared as a word, or texts would be aligned by their spaces. */
interface Word {
  word: string
  /** The white space after the word. */
  space: string
}

function wordsIn(text: string): Word[] {
  // An empty word holds white space at the beginning.
  const found: Word[] = [{ word: '', space: '' }]
  for (const { segment } of words.segment(text)) {
    const last = found.at(-1)
    if (last && segment.trim() === '') last.space += segment
    else found.push({ word: segment, space: '' })
  }
  return found
}

const wordsText = (list: readonly Word[]) => list.map(({ word, space }) => word + space).join('')
const removed = (text: string): WordChange => ({ kind: 'removed', text })
const added = (text: string): WordChange => ({ kind: 'added', text })
const same = (text: string): WordChange => ({ kind: 'same', text })

function unchangedWord(before: Word, after: Word): WordChange[] {
  if (before.space === after.space) return [same(after.word + after.space)]
  return [same(after.word), removed(before.space), added(after.space)]
}

/** Joins runs of a kind. Between two `same` runs, all removed text comes before all added text. */
function mergeRuns(runs: readonly WordChange[]): WordChange[] {
  const merged: WordChange[] = []
  let open = { same: '', removed: '', added: '' }
  const close = () => {
    for (const kind of ['same', 'removed', 'added'] as const) {
      if (open[kind] !== '') merged.push({ kind, text: open[kind] })
    }
    open = { same: '', removed: '', added: '' }
  }
  for (const { kind, text } of runs) {
    if (text === '') continue
    if (kind === 'same' && open.removed + open.added !== '') close()
    open[kind] += text
  }
  close()
  return merged
}

/** Whether removed words and the added ones after them would become one word, if a text had both. */
export function touchesNext(words: readonly WordChange[], run: number): boolean {
  const next = words[run + 1]
  if (next?.kind !== 'added') return false
  return /[\p{L}\p{N}]$/u.test(words[run]?.text ?? '') && /^[\p{L}\p{N}]/u.test(next.text)
}
