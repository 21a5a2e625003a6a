import type { ElementNode, TextNode } from 'lexical'

/**
 * Puts the caret so many characters in front of the end of a block. Between two texts it goes into the second, unless it
 * `isBehind` what is in the first. @returns the text that it is in
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

/** How many characters two texts have in common at their beginning. */
export function commonPrefixLength(a: string, b: string): number {
  let same = 0
  while (same < Math.min(a.length, b.length) && a[same] === b[same]) same++
  return same
}

/** How many they have in common at their end. */
export function commonSuffixLength(a: string, b: string): number {
  let same = 0
  while (same < Math.min(a.length, b.length) && a.at(-1 - same) === b.at(-1 - same)) same++
  return same
}
