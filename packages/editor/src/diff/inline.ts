import {
  ALIGNMENTS,
  type Block,
  type ElementNode,
  headingLevel,
  isText,
  isVoidType,
  MARKS,
  type Mark,
  type Node,
  type TextNode,
} from '@nightdesk/contracts'
import type { CaptionTexts, RenderOptions } from '../blocks/block.ts'
import { notesReferredIn } from '../footnotes.ts'
import { CAPTION_KEYS, imageText } from '../stored-blocks.ts'
import { touchesNext, type WordChange } from './diff.ts'
import { holdsLine, type TextRun, textRunsOf } from './text-runs.ts'

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
    const first = runs[source].find(({ node, end }) => end > at[source].from && node.text !== '')
    if (index !== ownerOf(at[base].from, runs[base], first?.url)) return []
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

/** The index of the run at whose end or start words of the other text are shown: if possible, one with the same link. */
function ownerOf(at: number, runs: readonly TextRun[], url: string | undefined): number {
  const alike = runs.findIndex((run) => run.start <= at && at <= run.end && run.url === url)
  if (alike !== -1) return alike
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
    const [old, now] = base === 'before' ? [run, theirs] : [theirs, run]
    const description = isBlank || !old || !now ? undefined : describe(formatsOfRun(old), formatsOfRun(now))
    const last = found.at(-1)
    if (last && last.description === description) last.range = { from: last.range.from, to: part.to }
    else found.push({ range: part, description })
  }
  return found
}

/** Splits a range where runs of the other text begin, whose positions are shifted. */
function split({ from, to }: Range, shift: number, runs: readonly TextRun[]): Range[] {
  const starts = runs.map(({ start }) => start - shift).filter((start) => start > from && start < to)
  const ends = [...new Set(starts), to]
  return ends.map((end, index) => ({ from: ends[index - 1] ?? from, to: end }))
}

/** The text of runs in a range, with the line ends between runs. Normal form puts empty runs around links. */
function cut(runs: readonly TextRun[], { from, to }: Range): TextNode[] {
  const filled = runs.filter(({ start, end }) => start < end)
  return filled.flatMap(({ node, start, end }, index) => {
    const text = node.text.slice(Math.max(0, from - start), Math.max(0, to - start))
    if (text === '') return []
    const [last, next] = [filled[index - 1] ?? runs[0], filled[index + 1] ?? runs.at(-1)]
    const before = last ? start - Math.max(last.end, from) : 0
    // Otherwise the next text begins with the line end.
    const after = next && to <= next.start ? to - end : 0
    return [{ ...node, text: lineEnds(before) + text + lineEnds(after) }]
  })
}

const lineEnds = (count: number) => '\n'.repeat(Math.max(0, count))

function withCaption(image: ElementNode, texts: CaptionTexts): ElementNode {
  const captioned = { ...image }
  for (const key of CAPTION_KEYS) {
    const text = texts[key]
      .map((node) => node.text)
      .join('')
      .trim()
    if (text !== '') captioned[key] = text
    else delete captioned[key]
  }
  return captioned
}

/** Replaces each text of a block, also those below its images, by others, in the order of its runs. */
function replaceTexts(block: ElementNode, replacements: readonly (readonly TextNode[])[]) {
  const captions = new Map<ElementNode, CaptionTexts>()
  const left = replacements.values()
  const next = (): readonly TextNode[] => left.next().value ?? []
  const replace = (element: ElementNode, isInLine: boolean): ElementNode => {
    if (element.type === 'image') {
      if (isInLine) return element
      const texts = { caption: next(), credit: next() }
      const image = withCaption(element, texts)
      captions.set(image, texts)
      return image
    }
    if (isVoidType(element.type)) return element
    const isLine = holdsLine(element, isInLine)
    return {
      ...element,
      children: element.children.flatMap<Node>((node) =>
        isText(node) ? [...next()] : [replace(node, isLine)],
      ),
    }
  }
  return { block: replace(block, false), captions }
}

/** A change of formats: "was bold, now a link to /ferry"; undefined if there is none. */
function describe(before: readonly string[], after: readonly string[]): string | undefined {
  const lost = before.filter((format) => !after.includes(format))
  const gained = after.filter((format) => !before.includes(format))
  const parts = [
    ...(lost.length > 0 ? [`was ${lost.join(' and ')}`] : []),
    ...(gained.length > 0 ? [`now ${gained.join(' and ')}`] : []),
  ]
  return parts.join(', ') || undefined
}

const MARK_NAMES: Record<Mark, string> = {
  bold: 'bold',
  italic: 'italic',
  underline: 'underlined',
  strikethrough: 'struck through',
  code: 'code',
}

const formatsOfRun = ({ node, url }: TextRun): string[] => [
  ...MARKS.filter((mark) => node[mark] === true).map((mark) => MARK_NAMES[mark]),
  ...(url === undefined ? [] : [`a link to ${url}`]),
]

function formatsOfBlock(block: Block): string[] {
  const alignment = ALIGNMENTS.find((known) => known === block.align)
  const alt = block.type === 'image' ? imageText(block, 'alt') : ''
  return [
    blockName(block.type),
    ...(alignment ? [alignment === 'justify' ? 'justified' : `aligned ${alignment}`] : []),
    ...(typeof block.language === 'string' && block.language !== '' ? [`in ${block.language}`] : []),
    ...(alt === '' ? [] : [`described as “${alt}”`]),
  ]
}

/** The name of a type of block on the toolbar. */
export function blockName(type: string): string {
  const level = headingLevel(type)
  if (level > 0) return `Heading ${level}`
  if (type === 'paragraph') return 'Text'
  if (type === 'block-quote') return 'Quote'
  return type.charAt(0).toUpperCase() + type.slice(1).replaceAll('-', ' ')
}

/**
 * What an edit changed besides words: of the block as a whole ("was Heading 2, now Text"), if anything, and of words that both
 * versions have ("was bold"), each once. Every edit without other words has a description.
 */
export function describeFormatting(before: Block, after: Block, changes: InlineDiff['changes']) {
  const ofWords = [...changes.values()].flatMap((change) =>
    change.kind === 'formatted' ? [change.description] : [],
  )
  const rest = changes.size === 0 ? describeRest(before, after) : undefined
  const ofBlock = describe(formatsOfBlock(before), formatsOfBlock(after)) ?? rest
  return { ofBlock, ofWords: [...new Set(ofWords)] }
}

const describeRest = (before: Block, after: Block) =>
  notesIn(before) === notesIn(after) ? 'Formatting changed' : 'Footnotes changed'

const notesIn = (block: Block) => JSON.stringify(notesReferredIn(block))
