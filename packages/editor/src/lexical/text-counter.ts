import type { Block } from '@nightdesk/contracts'
import { countWords } from '../text/text.ts'
import { whenIdle } from './when-idle.ts'

/** Milliseconds per slice: too short to be noticed while typing. */
const SLICE_MS = 6

/** Counts the words of the text without delaying typing. */
export interface TextCounter {
  count(blocks: readonly Block[]): void
  /** Undefined until the first count is done. */
  words(): number | undefined
  subscribe(listener: () => void): () => void
}

/** Counts each block once, in slices of a few milliseconds while the browser is idle. */
export function createTextCounter(): TextCounter {
  // Unchanged blocks are the same objects, so their counts can be cached.
  const known = new WeakMap<Block, number>()
  const listeners = new Set<() => void>()
  let blocks: readonly Block[] = []
  let words: number | undefined
  let isPlanned = false
  let begun: { block: Block; count: Iterator<undefined, number> } | undefined

  const plan = () => {
    if (isPlanned) return
    isPlanned = true
    whenIdle(() => {
      isPlanned = false
      work()
    })
  }
  /** @returns whether the block is completely counted */
  const countUntil = (end: number, block: Block): boolean => {
    if (known.has(block)) return true
    if (begun?.block !== block) begun = { block, count: countWords([block]) }
    let piece = begun.count.next()
    while (!piece.done && performance.now() < end) piece = begun.count.next()
    if (piece.done) known.set(block, piece.value)
    return piece.done === true
  }
  const work = () => {
    const end = performance.now() + SLICE_MS
    if (!blocks.every((block) => performance.now() < end && countUntil(end, block))) return plan()
    words = blocks.reduce((sum, block) => sum + (known.get(block) ?? 0), 0)
    for (const listener of listeners) listener()
  }

  return {
    count: (next) => {
      blocks = next
      plan()
    },
    words: () => words,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
