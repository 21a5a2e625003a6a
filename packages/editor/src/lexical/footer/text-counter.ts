import type { Block } from '@nightdesk/contracts'
import { countWords } from '../../text/text.ts'
import { whenIdle } from '../lazy/when-idle.ts'

/** Milliseconds at a time: a stall nobody feels. */
const SLICE_MS = 6

/** A count of words that follows the text without holding up typing. */
export interface TextCounter {
  count(blocks: readonly Block[]): void
  /** Undefined until the first count is done. */
  words(): number | undefined
  subscribe(listener: () => void): () => void
}

/** Counts each block once, long ones in pieces, a few milliseconds at a time, when the browser has nothing better to do. */
export function createTextCounter(): TextCounter {
  // Blocks that did not change are the same objects as before.
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
  /** @returns whether the block is counted by then */
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
