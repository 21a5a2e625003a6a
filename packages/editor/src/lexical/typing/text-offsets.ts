import type { ElementNode, TextNode } from 'lexical'

/**
 * Moves the caret to a number of characters before the end of a block. Between two text nodes it goes into the second,
 * or with `prefersEnd` into the first. @returns the text node with the caret
 */
export function $selectFromEnd(
  block: ElementNode,
  characters: number,
  prefersEnd = false,
): TextNode | undefined {
  let left = characters
  for (const text of block.getAllTextNodes().toReversed()) {
    const size = text.getTextContentSize()
    if (left < size || (left === size && !prefersEnd)) {
      text.select(size - left, size - left)
      return text
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
