import type { Block, TextNode } from '@nightdesk/contracts'
import type { RenderOptions } from '../blocks/block.ts'
import { replaceTexts, type TextRun, textRunsOf } from '../text/text-runs.ts'
import type { WordChange } from './words.ts'

/** A block with the words of two versions; `kinds` tells which text belongs to which. */
export interface InlineDiff {
  block: Block
  /** The texts below its images. */
  captions: NonNullable<RenderOptions['captions']>
  /** The texts that were added or removed; the others are in both versions. */
  kinds: Map<TextNode, 'added' | 'removed'>
  /** The index in `words` of each text that was removed. */
  runs: Map<TextNode, number>
}

/**
 * The second of two blocks, with the removed words of the first in their places. All words keep their formatting.
 * @param only the index of one removed run: the others are left out
 */
export function inlineDiff(
  before: Block,
  after: Block,
  words: readonly WordChange[],
  only?: number,
): InlineDiff {
  const kinds: InlineDiff['kinds'] = new Map()
  const runIndexes: InlineDiff['runs'] = new Map()
  const mark = (node: TextNode, kind: 'added' | 'removed', run: number) => {
    kinds.set(node, kind)
    if (kind === 'removed') runIndexes.set(node, run)
    return node
  }
  const spans = locate(words).filter(
    ({ kind, run }) => kind !== 'removed' || only === undefined || run === only,
  )
  const old = textRunsOf(before)
  const runs = textRunsOf(after)
  const replacements = runs.map((run, index) => {
    const pieces = spans.flatMap((span) => {
      if (span.kind === 'removed') {
        const isHere = index === ownerOf(span.at, runs)
        return isHere ? cut(old, span.from, span.to).map((node) => mark(node, 'removed', span.run)) : []
      }
      const nodes = cut([run], span.from, span.to)
      return span.kind === 'added' ? nodes.map((node) => mark(node, 'added', span.run)) : nodes
    })
    return pieces.length > 0 ? pieces : [run.node]
  })
  return { ...replaceTexts(after, replacements), kinds, runs: runIndexes }
}

/** The position of a run of words: in the first text if it was removed, else in the second. */
interface Span {
  kind: WordChange['kind']
  /** Its index in the words. */
  run: number
  from: number
  to: number
  /** Its position in the second text. */
  at: number
}

function locate(words: readonly WordChange[]): Span[] {
  let [before, after] = [0, 0]
  return words.map(({ kind, text: { length } }, run) => {
    const from = kind === 'removed' ? before : after
    const span = { kind, run, from, to: from + length, at: after }
    if (kind !== 'added') before += length
    if (kind !== 'removed') after += length
    return span
  })
}

/** The index of the run at whose end or start removed words are shown. */
function ownerOf(at: number, runs: readonly TextRun[]): number {
  const found = runs.findIndex(({ end }) => end >= at)
  return found === -1 ? runs.length - 1 : found
}

/** The text of runs between two positions, with the line ends between runs. */
function cut(runs: readonly TextRun[], from: number, to: number): TextNode[] {
  return runs.flatMap(({ node, start, end }, index) => {
    const text = node.text.slice(Math.max(0, from - start), Math.max(0, to - start))
    if (text === '') return []
    const [last, next] = [runs[index - 1], runs[index + 1]]
    const before = last && last.end < start && from < start ? '\n' : ''
    // Otherwise the next text begins with the line end.
    const after = next && end < next.start && end < to && to <= next.start ? '\n' : ''
    return [{ ...node, text: before + text + after }]
  })
}
