import type { Block, TextNode } from '@nightdesk/contracts'
import type { RenderOptions } from '../blocks/block.ts'
import { replaceTexts, type TextRun, textRunsOf } from '../text/text-runs.ts'
import { describeRuns } from './formatting.ts'
import { touchesNext, type WordChange } from './words.ts'

/** A block with the words of two versions. */
export interface InlineDiff {
  block: Block
  /** The texts below its images. */
  captions: NonNullable<RenderOptions['captions']>
  /** The texts that are in one version only, and those in both whose formatting changed. */
  changes: Map<TextNode, TextChange>
}

/** `run` is an index in the words. */
export type TextChange =
  | { kind: 'added' | 'removed'; run: number }
  | { kind: 'formatted'; description: string }

interface InlineDiffOptions {
  /** The block into which the words of the other are inserted. */
  base?: 'before' | 'after'
  /** The index of one removed run, which gets a blank if it needs one: the others are left out. */
  only?: number
}

/** One of two blocks, with the words of the other in their places. All words keep their formatting. */
export function inlineDiff(
  before: Block,
  after: Block,
  words: readonly WordChange[],
  { base = 'after', only }: InlineDiffOptions = {},
): InlineDiff {
  const runs = { before: textRunsOf(before), after: textRunsOf(after) }
  const changes: InlineDiff['changes'] = new Map()
  const mark = (nodes: TextNode[], change: TextChange) => {
    for (const node of nodes) changes.set(node, change)
    return nodes
  }
  const piecesOf = (run: TextRun, index: number, { kind, run: word, ...at }: Span): TextNode[] => {
    if (kind === 'same') {
      return segments(run, at, base, runs).flatMap(({ range, description }) => {
        const nodes = cut([run], range)
        return description === undefined ? nodes : mark(nodes, { kind: 'formatted', description })
      })
    }
    const source = kind === 'removed' ? 'before' : 'after'
    if (source === base) return mark(cut([run], at[base]), { kind, run: word })
    if (index !== ownerOf(at[base].from, runs[base])) return []
    const nodes = cut(runs[source], at[source])
    return mark(word === only && touchesNext(words, word) ? withBlank(nodes) : nodes, { kind, run: word })
  }
  const spans = locate(words).filter(
    ({ kind, run }) => kind !== 'removed' || only === undefined || run === only,
  )
  const replacements = runs[base].map((run, index) => {
    const pieces = spans.flatMap((span) => piecesOf(run, index, span))
    return pieces.length > 0 ? pieces : [run.node]
  })
  return { ...replaceTexts(base === 'before' ? before : after, replacements), changes }
}

const withBlank = (nodes: readonly TextNode[]): TextNode[] =>
  nodes.map((node, index) => (index === nodes.length - 1 ? { ...node, text: `${node.text} ` } : node))

/** `to` is exclusive. */
interface Range {
  from: number
  to: number
}

/** The positions of a run of words in both texts; empty in a text that does not have it. */
interface Span {
  kind: WordChange['kind']
  /** Its index in the words. */
  run: number
  before: Range
  after: Range
}

function locate(words: readonly WordChange[]): Span[] {
  let [before, after] = [0, 0]
  return words.map(({ kind, text: { length } }, run) => {
    const from = { before, after }
    if (kind !== 'added') before += length
    if (kind !== 'removed') after += length
    return {
      kind,
      run,
      before: { from: from.before, to: before },
      after: { from: from.after, to: after },
    }
  })
}

/** The index of the run at whose end or start words of the other text are shown. */
function ownerOf(at: number, runs: readonly TextRun[]): number {
  const found = runs.findIndex(({ end }) => end >= at)
  return found === -1 ? runs.length - 1 : found
}

interface Segment {
  range: Range
  /** The change in the formatting. */
  description: string | undefined
}

/** The part of a run that both texts have, by the change in its formatting. */
function segments(
  run: TextRun,
  at: Pick<Span, 'before' | 'after'>,
  base: 'before' | 'after',
  runs: Record<'before' | 'after', readonly TextRun[]>,
): Segment[] {
  const other = base === 'before' ? 'after' : 'before'
  const range = { from: Math.max(run.start, at[base].from), to: Math.min(run.end, at[base].to) }
  if (range.from >= range.to) return []
  const shift = at[other].from - at[base].from
  const found: Segment[] = []
  for (const part of split(range, shift, runs[other])) {
    const theirs = runs[other].findLast(({ start }) => start <= part.from + shift)
    const isBlank = run.node.text.slice(part.from - run.start, part.to - run.start).trim() === ''
    const description = isBlank || !theirs ? undefined : describeIn(base, run, theirs)
    const last = found.at(-1)
    if (last && last.description === description) last.range = { from: last.range.from, to: part.to }
    else found.push({ range: part, description })
  }
  return found
}

const describeIn = (base: 'before' | 'after', run: TextRun, other: TextRun) =>
  base === 'before' ? describeRuns(run, other) : describeRuns(other, run)

/** Splits a range where runs of the other text begin, whose positions are shifted. */
function split({ from, to }: Range, shift: number, runs: readonly TextRun[]): Range[] {
  const starts = runs.map(({ start }) => start - shift).filter((start) => start > from && start < to)
  const ends = [...new Set(starts), to]
  return ends.map((end, index) => ({ from: ends[index - 1] ?? from, to: end }))
}

/** The text of runs in a range, with the line ends between runs. */
function cut(runs: readonly TextRun[], { from, to }: Range): TextNode[] {
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
