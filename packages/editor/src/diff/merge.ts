import type { Block } from '@nightdesk/contracts'
import { isFootnote, notesReferredIn } from '../footnotes.ts'
import { canonicalJson } from '../normal-form.ts'
import { wordsOf } from '../text/text.ts'
import { alignBlocks, gapsBetween, run } from './align.ts'

/** Three versions of the same. */
interface Versions<T> {
  base: T
  mine: T
  theirs: T
}

/** Unchanged, changed on one side only or equally on both; or else in conflict. */
export type MergedValue<T> = { kind: 'agreed'; value: T } | ({ kind: 'conflict' } & Versions<T>)

/** A part of a merged text. In a conflict, any of the three may be empty, after an insertion or a deletion. */
export type MergePart = MergedValue<Block[]>

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
  const whole = mergeRegion({ base: [...base], mine: [...mine], theirs: [...theirs] })
  if (whole.kind === 'agreed') return joinAgreed([whole])
  const bodyOf = (blocks: readonly Block[]) => blocks.filter((block) => !isFootnote(block))
  const body = mergeBody({ base: bodyOf(base), mine: bodyOf(mine), theirs: bodyOf(theirs) })
  return joinAgreed([...body, ...mergeFootnotes({ base, mine, theirs }, body)])
}

/** The resolution of a conflict; `both` is mine and then theirs. */
export type Choice = 'mine' | 'theirs' | 'both'

/** The merged text. `choices` resolve the conflicts in order; a missing choice means mine. */
export function applyChoices(parts: readonly MergePart[], choices: readonly Choice[]): Block[] {
  const open = choices.values()
  return parts.flatMap((part) => {
    if (part.kind === 'agreed') return part.value
    const choice = open.next().value ?? 'mine'
    return choice === 'both' ? [...part.mine, ...part.theirs] : part[choice]
  })
}

/** Merges a single field such as the title; values are compared as JSON. */
export function mergeValue<T>(base: T, mine: T, theirs: T): MergedValue<T> {
  if (isEqual(theirs, base) || isEqual(mine, theirs)) return { kind: 'agreed', value: mine }
  if (isEqual(mine, base)) return { kind: 'agreed', value: theirs }
  return { kind: 'conflict', base, mine, theirs }
}

function mergeBody(body: Region): MergePart[] {
  const isUnique = uniqueIn(body.base)
  const regions = joinDependent(regionsOf(body), isUnique)
  const merged = regions.map((region) => ({ region, part: mergeRegion(region) }))
  const conflicts = new Set(merged.flatMap(({ region, part }) => (part.kind === 'conflict' ? [region] : [])))
  const originsIn = (side: Side) => findOrigins(regions, side, isUnique)
  const origins = { mine: originsIn('mine'), theirs: originsIn('theirs') }
  // Also visits those that are added on the way.
  for (const conflict of conflicts)
    for (const side of SIDES)
      for (const region of conflict[side].flatMap(origins[side])) conflicts.add(region)
  return merged.map(({ region, part }) => (conflicts.has(region) ? { kind: 'conflict', ...region } : part))
}

function joinAgreed(parts: readonly MergePart[]): MergePart[] {
  const joined: MergePart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (part.kind === 'conflict') joined.push(part)
    else if (last?.kind === 'agreed') last.value.push(...part.value)
    else if (part.value.length > 0) joined.push({ kind: 'agreed', value: [...part.value] })
  }
  return joined
}

/** A part of the text that is merged as a whole. */
type Region = Versions<Block[]>

const SIDES = ['mine', 'theirs'] as const
type Side = (typeof SIDES)[number]

/** The blocks that both sides have, unchanged or edited, and what is between them. */
function regionsOf({ base, mine, theirs }: Region): Region[] {
  const [my, their] = [traceEdits(base, mine), traceEdits(base, theirs)]
  const [inMine, inTheirs] = [identify(base, mine, my, their), identify(base, theirs, their, my)]
  const regions: Region[] = []
  let [row, one, other] = [0, 0, 0]
  const take = (...ends: [row: number, one: number, other: number]) => {
    const region = {
      base: base.slice(row, ends[0]),
      mine: mine.slice(one, ends[1]),
      theirs: theirs.slice(other, ends[2]),
    }
    if (Object.values(region).some(({ length }) => length > 0)) regions.push(region)
    ;[row, one, other] = ends
  }
  for (const position of base.keys()) {
    const [at, otherAt] = [inMine.get(position), inTheirs.get(position)]
    if (at === undefined || otherAt === undefined) continue
    take(position, at, otherAt)
    take(position + 1, at + 1, otherAt + 1)
  }
  take(base.length, mine.length, theirs.length)
  return regions
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
    return length === after[1] - after[0] ? run(before[0], after[0], length) : []
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

/**
 * The positions of blocks of the base in a side. An edited block that the other side deleted counts as new, which makes it a
 * conflict.
 */
function identify(base: readonly Block[], side: readonly Block[], edits: Edits, other: Edits) {
  const positions = new Map<number, number>()
  side.forEach((block, index) => {
    const origin = edits.origins[index]
    if (origin === undefined) return
    if (other.edited.has(origin) || isEqual(block, base[origin])) positions.set(origin, index)
  })
  return positions
}

/**
 * Joins neighbouring regions between which a side has moved words, as by splitting a block, with what was inserted or deleted
 * between them: a choice in one of them alone would lose these words or repeat them.
 */
function joinDependent(regions: readonly Region[], isUnique: IsUnique): Region[] {
  const joined: Region[] = []
  for (let region of regions) {
    let at = joined.length - 1
    for (let last = joined[at]; last; last = joined[at]) {
      if (movesWords(last, region, isUnique) || movesWords(region, last, isUnique)) {
        region = joinRegions([...joined.splice(at), region])
        at = joined.length - 1
      } else if ([last.base, last.mine, last.theirs].some(({ length }) => length === 0)) at--
      else break
    }
    joined.push(region)
  }
  return joined
}

/** Whether a word is in the base once. */
type IsUnique = (word: string) => boolean

function uniqueIn(base: readonly Block[]): IsUnique {
  const words = Map.groupBy(wordsOf(base), (word) => word)
  return (word) => words.get(word)?.length === 1
}

const joinRegions = (regions: readonly Region[]): Region => ({
  base: regions.flatMap(({ base }) => base),
  mine: regions.flatMap(({ mine }) => mine),
  theirs: regions.flatMap(({ theirs }) => theirs),
})

/**
 * Whether a side has moved words from one region to another: a word that is nowhere else, or most of what it has removed or
 * added there. Common words come and go in any edit.
 */
const movesWords = (from: Region, to: Region, isUnique: IsUnique): boolean =>
  SIDES.some((side) => {
    if (isEqual(from[side], from.base) || isEqual(to[side], to.base)) return false
    const gone = wordsWithout(from.base, from[side])
    const come = wordsWithout(to[side], to.base)
    const moved = [...come].filter((word) => gone.has(word))
    return moved.some(isUnique) || (moved.length > 0 && moved.length * 2 >= Math.min(gone.size, come.size))
  })

/**
 * Finds the regions from which a side has moved words into a block of a conflict: a word that is nowhere else, or most of the
 * block. Who decides against it there has them at their old place.
 */
function findOrigins(regions: readonly Region[], side: Side, isUnique: IsUnique): (block: Block) => Region[] {
  const losses = regions
    .filter((region) => !isEqual(region[side], region.base))
    .flatMap((region) => [...wordsWithout(region.base, region[side])].map((word) => ({ word, region })))
  const lossesOf = Map.groupBy(losses, ({ word }) => word)
  return (block) => {
    const words = wordsOf([block])
    const moved = Map.groupBy(
      words.flatMap((word) => lossesOf.get(word) ?? []),
      ({ region }) => region,
    )
    return [...moved].flatMap(([region, lost]) =>
      lost.length * 2 > words.length || lost.some(({ word }) => isUnique(word)) ? [region] : [],
    )
  }
}

/** The words of some blocks that others do not have. */
function wordsWithout(blocks: readonly Block[], others: readonly Block[]): Set<string> {
  const known = new Set(wordsOf(others))
  return new Set(wordsOf(blocks).filter((word) => !known.has(word)))
}

/** Whether two values are equal as JSON. */
const isEqual = (a: unknown, b: unknown) => canonicalJson(a) === canonicalJson(b)

/** Merges a run of blocks as a whole, and the texts of a single image separately. */
function mergeRegion({ base, mine, theirs }: Region): MergePart {
  const merged = mergeValue(base, mine, theirs)
  const image = merged.kind === 'conflict' && mergeImage(base, mine, theirs)
  return image ? { kind: 'agreed', value: [image] } : merged
}

/** Merges the texts of one image separately; undefined if both sides changed the same one, or the image itself. */
function mergeImage(...sides: [base: Block[], mine: Block[], theirs: Block[]]): Block | undefined {
  const [base, mine, theirs] = sides.flatMap((blocks) => (blocks.length === 1 ? blocks : []))
  if (!base || !mine || !theirs || !isSameImage(base, mine) || !isSameImage(base, theirs)) return
  const merged = { ...base, ...mine, ...theirs }
  for (const key of Object.keys(merged)) {
    const value = mergeValue(base[key], mine[key], theirs[key])
    if (value.kind === 'conflict') return
    if (value.value === undefined) delete merged[key]
    else merged[key] = value.value
  }
  return merged
}

const isSameImage = (one: Block, other: Block) =>
  one.type === 'image' && isEqual(sourceOf(one), sourceOf(other))

const sourceOf = ({ type, filename, url }: Block) => ({ type, filename, url })

/**
 * Merges footnotes by name. One that a side has deleted stays if the merged body can refer to it, because the other side
 * has moved or copied its reference.
 */
function mergeFootnotes(text: Versions<readonly Block[]>, body: readonly MergePart[]): MergePart[] {
  const [base, mine, theirs] = [notesOf(text.base), notesOf(text.mine), notesOf(text.theirs)]
  const referenced = new Set(body.flatMap(blocksIn).flatMap(notesReferredIn))
  // In an order that does not depend on the side; the editor arranges them by their references.
  return [...new Set([...mine.keys(), ...theirs.keys()])].sort().map((key) => {
    const notesIn = (notes: ReadonlyMap<string, Block[]>) => notes.get(key) ?? []
    const region = { base: notesIn(base), mine: notesIn(mine), theirs: notesIn(theirs) }
    const left = [...region.mine, ...region.theirs]
    const isDeleted = left.length === 1
    if (isDeleted && left.some(({ note }) => referenced.has(note))) return { kind: 'agreed', value: left }
    return mergeRegion(region)
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

const blocksIn = (part: MergePart): Block[] =>
  part.kind === 'agreed' ? part.value : [...part.mine, ...part.theirs]
