import type { Block } from '@nightdesk/contracts'
import { isFootnote, referencesIn } from '../footnotes/collect-footnotes.ts'
import { type MergePart, mergeRegion } from './merge-region.ts'

/**
 * Merges footnotes by name. One that a side has deleted stays if the merged body can refer to it, because the other side
 * has moved or copied its reference.
 */
export function mergeFootnotes(
  base: readonly Block[],
  mine: readonly Block[],
  theirs: readonly Block[],
  body: readonly MergePart[],
): MergePart[] {
  const [old, my, their] = [notesOf(base), notesOf(mine), notesOf(theirs)]
  const referenced = new Set(body.flatMap(blocksIn).flatMap((block) => referencedIn(block)))
  // In an order that does not depend on the side; the editor arranges them by their references.
  return [...new Set([...my.keys(), ...their.keys()])].sort().map((key) => {
    const [before, one, other] = [old, my, their].map((notes) => notes.get(key) ?? [])
    const left = [...(one ?? []), ...(other ?? [])]
    const isDeleted = left.length === 1
    if (isDeleted && left.some(({ note }) => referenced.has(note))) return { kind: 'agreed', blocks: left }
    return mergeRegion(before ?? [], one ?? [], other ?? [])
  })
}

/** By name, and by their position among those of the same name; each list holds one footnote. */
function notesOf(blocks: readonly Block[]): Map<string, Block[]> {
  const copies = new Map<unknown, number>()
  const notes = blocks.filter(isFootnote).map((block): [string, Block[]] => {
    const copy = copies.get(block.note) ?? 0
    copies.set(block.note, copy + 1)
    return [JSON.stringify([block.note, copy]), [block]]
  })
  return new Map(notes)
}

const referencedIn = (block: Block) => referencesIn(block).map((reference) => reference.block.note)

const blocksIn = (part: MergePart): Block[] =>
  part.kind === 'agreed' ? part.blocks : [...part.mine, ...part.theirs]
