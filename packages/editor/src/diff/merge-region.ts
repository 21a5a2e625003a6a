import type { Block } from '@nightdesk/contracts'
import { canonicalJson } from '../normal-form/canonical.ts'

/** A part of a merged text. */
export type MergePart =
  /** Unchanged, changed on one side only, or changed equally on both. */
  | { kind: 'agreed'; blocks: Block[] }
  /** Changed differently on both sides. Any of the three may be empty, after an insertion or a deletion. */
  | { kind: 'conflict'; base: Block[]; mine: Block[]; theirs: Block[] }

/** The merge of one field of an article. */
export type MergedValue<T> = { kind: 'agreed'; value: T } | { kind: 'conflict'; base: T; mine: T; theirs: T }

/** Merges a single field such as the title; values are compared as JSON. */
export function mergeValue<T>(base: T, mine: T, theirs: T): MergedValue<T> {
  if (isEqual(theirs, base) || isEqual(mine, theirs)) return { kind: 'agreed', value: mine }
  if (isEqual(mine, base)) return { kind: 'agreed', value: theirs }
  return { kind: 'conflict', base, mine, theirs }
}

/** Whether two values are equal as JSON. */
export const isEqual = (a: unknown, b: unknown) => canonicalJson(a) === canonicalJson(b)

/** Merges a run of blocks as a whole, and the texts of a single image separately. */
export function mergeRegion(base: Block[], mine: Block[], theirs: Block[]): MergePart {
  const merged = mergeValue(base, mine, theirs)
  if (merged.kind === 'agreed') return { kind: 'agreed', blocks: merged.value }
  const image = mergeImage(base, mine, theirs)
  return image ? { kind: 'agreed', blocks: [image] } : merged
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
