import { type Block, type ElementNode, isText, type Node, type TextNode } from '@nightdesk/contracts'
import { lackingFootnotes } from '../footnotes.ts'
import { canonicalJson } from '../normal-form.ts'
import { alignBlocks, type BlockPair, gapsBetween } from './align.ts'
import { diffBlock, type WordChange } from './diff.ts'
import { inlineDiff } from './inline.ts'

/** A block that only the old text has. */
export interface CutBlock {
  kind: 'cut'
  block: Block
  /** Its place: the position in the present text of the block that follows it. */
  at: number
}

/** A block that was edited since. */
export interface EditedBlock {
  kind: 'edited'
  before: Block
  after: Block
  words: WordChange[]
  /** The position in the present text. */
  at: number
}

/** A block of an old text, of the present one, or of both. */
export type MomentPart =
  /** A moved block is in both, at different places; this is the old one. */
  { kind: 'same' | 'moved' | 'added'; block: Block } | CutBlock | EditedBlock

/**
 * An old text with what was cut and added since, each in its place. A cut block follows the block that it followed, or else
 * precedes the one that it preceded, or else follows the nearest earlier block that still exists.
 */
export function compareWithNow(then: readonly Block[], now: readonly Block[]): MomentPart[] {
  const pairs = alignBlocks(then, now)
  const gaps = new Map(gapsBetween(pairs, then.length, now.length).map((gap) => [gap.after[1], gap]))
  const takeMoved = movedBlocks(pairs, then, now)
  const goneIn = (from: number, to: number, at: number) =>
    then
      .slice(from, to)
      .map((block): MomentPart => (takeMoved(block) ? { kind: 'moved', block } : { kind: 'cut', block, at }))
  const parts: MomentPart[] = []
  for (const pair of [...pairs, { before: then.length, after: now.length }]) {
    const gap = gaps.get(pair.after)
    if (gap) {
      const { before, after } = gap
      const first = firstOfNext(before, then.length)
      parts.push(...goneIn(before[0], first, after[0]))
      parts.push(...now.slice(...after).map((block) => ({ kind: 'added' as const, block })))
      parts.push(...goneIn(first, before[1], after[1]))
    }
    const [old, present] = [then[pair.before], now[pair.after]]
    if (old && present) parts.push(comparePair(old, present, pair.after))
  }
  return parts
}

/** Of the blocks that are gone between two pairs, the position from which they precede the second pair. */
function firstOfNext([from, to]: [from: number, to: number], length: number): number {
  const hasNext = to < length
  const followsPair = from > 0 && to - from === 1
  return hasNext && !followsPair && from < to ? to - 1 : to
}

function comparePair(before: Block, after: Block, at: number): MomentPart {
  const change = diffBlock(before, after)
  return change.kind === 'changed' ? { ...change, kind: 'edited', at } : { kind: 'same', block: before }
}

/**
 * Takes one of the present blocks that are new at their places, if it equals the given block.
 * @returns whether there was one
 */
function movedBlocks(pairs: readonly BlockPair[], then: readonly Block[], now: readonly Block[]) {
  const old = new Map(pairs.map(({ before, after }) => [after, then[before]]))
  const left = new Map<string, number>()
  now.forEach((block, index) => {
    const key = canonicalJson(block)
    if (canonicalJson(old.get(index)) !== key) left.set(key, (left.get(key) ?? 0) + 1)
  })
  return (block: Block): boolean => {
    const key = canonicalJson(block)
    const count = left.get(key) ?? 0
    if (count > 0) left.set(key, count - 1)
    return count > 0
  }
}

/** The present text with a cut block in its place, and the footnotes of the old text that only this block referred to. */
export function bringBack(then: readonly Block[], now: readonly Block[], { block, at }: CutBlock): Block[] {
  return [...now.toSpliced(at, 0, block), ...lackingFootnotes(block, then, now)]
}

/** The present text with a run of cut words in its place; `run` is its index in the words of the block. */
export function bringBackWords(
  now: readonly Block[],
  { before, after, words, at }: EditedBlock,
  run: number,
): Block[] {
  const { block, changes } = inlineDiff(before, after, words, { only: run })
  return now.with(at, { ...block, ...splitLines(block, (node) => changes.get(node)?.kind === 'removed')[0] })
}

const LINES = ['list-item', 'code-line']

/** Makes items and lines of code that came back elements of their own again, not soft lines of their neighbours. */
function splitLines(element: ElementNode, isBack: (node: TextNode) => boolean): ElementNode[] {
  const lines: Node[][] = [[]]
  for (const child of element.children) {
    const isLine = LINES.includes(element.type) && isText(child) && isBack(child)
    const texts = isLine ? child.text.split(/^\n+|\n+$/).map((text) => [{ ...child, text }]) : []
    const [first = isText(child) ? [child] : splitLines(child, isBack), ...others] = texts
    lines.at(-1)?.push(...first)
    lines.push(...others)
  }
  const filled = lines.filter((line) => line.some(({ text }) => text !== ''))
  return (filled.length > 1 ? filled : [lines.flat()]).map((children) => ({ ...element, children }))
}
