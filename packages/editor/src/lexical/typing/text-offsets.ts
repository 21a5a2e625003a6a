import type { ElementNode } from 'lexical'

/** Moves the caret to a number of characters before the end of a block; between two text nodes, into the second. */
export function $selectFromEnd(block: ElementNode, characters: number): void {
  let left = characters
  for (const text of block.getAllTextNodes().toReversed()) {
    const size = text.getTextContentSize()
    if (left <= size) {
      text.select(size - left, size - left)
      return
    }
    left -= size
  }
  block.selectStart()
}

/** The length of the common prefix of two texts. */
export function commonPrefixLength(a: string, b: string): number {
  let same = 0
  while (same < Math.min(a.length, b.length) && a[same] === b[same]) same++
  return same
}

/** The length of their common suffix. */
export function commonSuffixLength(a: string, b: string): number {
  let same = 0
  while (same < Math.min(a.length, b.length) && a.at(-1 - same) === b.at(-1 - same)) same++
  return same
}
