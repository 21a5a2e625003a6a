import type { Block } from '@nightdesk/contracts'
import { wordCount } from '../../text.ts'
import { whenIdle } from '../when-idle.ts'

/** Milliseconds at a time: a stall nobody feels. */
const SLICE_MS = 6

/** A count of words that follows the text without holding up typing. */
export interface TextCounter {
  count(blocks: readonly Block[]): void
  /** Undefined until the first count is done. */
  words(): number | undefined
  subscribe(listener: () => void): () => void
}

/** Counts each block once, a few milliseconds at a time, when the browser has nothing better to do. */
export function createTextCounter(): TextCounter {
  // Blocks that did not change are the same objects as before.
  const known = new WeakMap<Block, number>()
  const listeners = new Set<() => void>()
  let blocks: readonly Block[] = []
  let words: number | undefined
  let isPlanned = false

  const plan = () => {
    if (isPlanned) return
    isPlanned = true
    whenIdle(() => {
      isPlanned = false
      work()
    })
  }
  const work = () => {
    const end = performance.now() + SLICE_MS
    for (const block of blocks) {
      if (known.has(block)) continue
      if (performance.now() > end) return plan()
      known.set(block, wordCount([block]))
    }
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
