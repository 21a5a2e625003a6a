import type { NodeKey } from 'lexical'
import type { Span } from './search.ts'
import type { SearchedBlock } from './watch-matches.ts'

/** A match, and the key of the block that it is in. */
export interface Match extends Span {
  key: NodeKey
}

/** An offset in the text of a block. */
export interface Position {
  key: NodeKey
  offset: number
}

export const matchesIn = (blocks: readonly SearchedBlock[]): Match[] =>
  blocks.flatMap(({ key, spans }) => spans.map((span) => ({ ...span, key })))

/**
 * The index of the first match at or after a position; after the last match it is that of the first. -1 without matches. A
 * position in a removed block is the start of the text.
 */
export function matchAfter(
  blocks: readonly SearchedBlock[],
  matches: readonly Match[],
  position: Position | null,
): number {
  const place = blocks.findIndex(({ key }) => key === position?.key)
  const before = blocks.slice(0, Math.max(0, place)).reduce((sum, { spans }) => sum + spans.length, 0)
  const within = blocks[place]?.spans.filter(({ start }) => start < (position?.offset ?? 0)).length ?? 0
  const index = before + within
  return index < matches.length ? index : Math.min(0, matches.length - 1)
}
