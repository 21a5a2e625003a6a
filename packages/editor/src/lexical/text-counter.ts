import type { Block } from '@nightdesk/contracts'
import { countWords, plainText, recountWords } from '../text/text.ts'
import { type IdleWork, inIdleSlices } from './when-idle.ts'

/** Counts the words of the text without delaying typing. */
export interface TextCounter {
  count(blocks: readonly Block[]): void
  /** Undefined until the first count is done. */
  words(): number | undefined
  subscribe(listener: () => void): () => void
}

/** Counts a text, and the others that it is given. */
export function createTextCounter(initial: readonly Block[]): TextCounter {
  // Unchanged blocks are the same objects, so their counts can be cached.
  const known = new WeakMap<Block, number>()
  const listeners = new Set<() => void>()
  let blocks = initial
  let before: readonly Block[] = []
  let words: number | undefined
  let _running: IdleWork | undefined

  /** Counts a block by what it was before: most of a long one is the same after a key. */
  const recount = (block: Block, index: number) => {
    const former = before.length === blocks.length ? before[index] : undefined
    const count = former && known.get(former)
    if (!former || count === undefined) return undefined
    return recountWords(count, plainText([former]), plainText([block]))
  }
  function* countAll(): Generator<undefined, number> {
    for (;;) {
      const counted = blocks
      let sum = 0
      for (const [index, block] of counted.entries()) {
        const count = known.get(block) ?? recount(block, index) ?? (yield* countWords([block]))
        known.set(block, count)
        sum += count
        yield
        if (blocks !== counted) break
      }
      // The text may have changed meanwhile.
      if (blocks !== counted) continue
      before = counted
      return sum
    }
  }
  const begin = () => {
    _running ??= inIdleSlices(countAll(), (sum) => {
      _running = undefined
      words = sum
      for (const listener of listeners) listener()
    })
  }

  begin()
  return {
    count: (next) => {
      blocks = next
      begin()
    },
    words: () => words,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
