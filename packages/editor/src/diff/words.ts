import { diffArrays } from 'diff'

/** A run of text that is in both texts, only in the second (added), or only in the first (removed). */
export interface WordChange {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** With more edits, a text counts as wholly rewritten: time grows with the square of the edits. */
const MOST_EDITS = 1_000

const words = new Intl.Segmenter('en', { granularity: 'word' })

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
    if (change.added || change.removed) return [removed(textOf(gone)), added(textOf(come))]
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

const textOf = (list: readonly Word[]) => list.map(({ word, space }) => word + space).join('')
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
