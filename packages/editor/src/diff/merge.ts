import type { Block } from '@nightdesk/contracts'
import { diff3MergeRegions } from 'node-diff3'
import { isFootnote } from '../footnotes/collect-footnotes.ts'
import { alignBlocks, gapsBetween } from './align-blocks.ts'
import { mergeFootnotes } from './merge-footnotes.ts'
import { isEqual, type MergePart, mergeRegion } from './merge-region.ts'

export { type MergedValue, type MergePart, mergeValue } from './merge-region.ts'

/** The resolution of a conflict; `both` is mine and then theirs. */
export type Choice = 'mine' | 'theirs' | 'both'

/**
 * Merges two edits of one text by whole blocks (diff3). Only a block that both sides changed is a conflict, even if
 * neighbouring blocks changed on different sides. A move is a deletion and an insertion. Every new or changed block of a
 * side is in a part, and no two agreed parts are adjacent. Footnotes are merged by name, because both sides add them at
 * the end.
 */
export function mergeBlocks(
  base: readonly Block[],
  mine: readonly Block[],
  theirs: readonly Block[],
): MergePart[] {
  const whole = mergeRegion([...base], [...mine], [...theirs])
  if (whole.kind === 'agreed') return joinAgreed([whole])
  const bodyOf = (blocks: readonly Block[]) => blocks.filter((block) => !isFootnote(block))
  const body = mergeBody(bodyOf(base), bodyOf(mine), bodyOf(theirs))
  return joinAgreed([...body, ...mergeFootnotes(base, mine, theirs, body)])
}

function mergeBody(base: readonly Block[], mine: readonly Block[], theirs: readonly Block[]): MergePart[] {
  const my = traceEdits(base, mine)
  const their = traceEdits(base, theirs)
  const regions = diff3MergeRegions(
    identify(base, mine, my, their),
    base.map((_, index) => index),
    identify(base, theirs, their, my),
  )
  return regions.flatMap((region): MergePart[] => {
    if (!region.stable) {
      const { oStart, oLength, aStart, aLength, bStart, bLength } = region
      const changed = base.slice(oStart, oStart + oLength)
      return [
        mergeRegion(changed, mine.slice(aStart, aStart + aLength), theirs.slice(bStart, bStart + bLength)),
      ]
    }
    const [from, to] = [region.bufferStart, region.bufferStart + region.bufferLength]
    if (region.buffer === 'a') return [{ kind: 'agreed', blocks: mine.slice(from, to) }]
    if (region.buffer === 'b') return [{ kind: 'agreed', blocks: theirs.slice(from, to) }]
    // Both sides have these blocks, unchanged or edited.
    return base.slice(from, to).map((block, index) => {
      const origin = from + index
      return mergeRegion([block], [my.edited.get(origin) ?? block], [their.edited.get(origin) ?? block])
    })
  })
}

/** The merged text. `choices` resolve the conflicts in order; a missing choice means mine. */
export function applyChoices(parts: readonly MergePart[], choices: readonly Choice[]): Block[] {
  const open = choices.values()
  return parts.flatMap((part) => {
    if (part.kind === 'agreed') return part.blocks
    const choice = open.next().value ?? 'mine'
    return choice === 'both' ? [...part.mine, ...part.theirs] : part[choice]
  })
}

/** The changes of one side to the base. */
interface Edits {
  /** For each block of the side, its position in the base; undefined for a new block. */
  origins: (number | undefined)[]
  /** By position in the base, the present block; missing if it was deleted. */
  edited: Map<number, Block>
}

function traceEdits(base: readonly Block[], side: readonly Block[]): Edits {
  const pairs = alignBlocks(base, side)
  // A gap with equally many old and new blocks: each was rewritten.
  const rewritten = gapsBetween(pairs, base.length, side.length).flatMap(({ before, after }) => {
    const length = before[1] - before[0]
    if (length !== after[1] - after[0]) return []
    return Array.from({ length }, (_, index) => ({ before: before[0] + index, after: after[0] + index }))
  })
  const origins = side.map((): number | undefined => undefined)
  const edited = new Map<number, Block>()
  for (const { before, after } of [...pairs, ...rewritten]) {
    origins[after] = before
    // Pairs hold positions that exist in both texts.
    edited.set(before, side[after] as Block)
  }
  return { origins, edited }
}

const NEW = -1

/**
 * Replaces each block of a side by its position in the base, so that diff3 treats an edited block as the same. An
 * edited block that the other side deleted counts as new, which makes it a conflict.
 */
function identify(base: readonly Block[], side: readonly Block[], edits: Edits, other: Edits): number[] {
  return side.map((block, index) => {
    const origin = edits.origins[index]
    if (origin === undefined) return NEW
    return other.edited.has(origin) || isEqual(block, base[origin]) ? origin : NEW
  })
}

function joinAgreed(parts: readonly MergePart[]): MergePart[] {
  const joined: MergePart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (part.kind === 'conflict') joined.push(part)
    else if (last?.kind === 'agreed') last.blocks.push(...part.blocks)
    else if (part.blocks.length > 0) joined.push({ kind: 'agreed', blocks: [...part.blocks] })
  }
  return joined
}
