import { type ElementNode, headingLevel, isInline, isText, type Node } from '@nightdesk/contracts'

/**
 * The level of each heading in the outline of a text, from 1: one below the nearest earlier heading of a higher rank.
 * No level is skipped, whatever levels a writer chose, and headings of one rank within a section have the same level.
 */
export function headingLevels(blocks: readonly Node[]): Map<ElementNode, number> {
  const levels = new Map<ElementNode, number>()
  const above: number[] = []
  for (const heading of headingsIn(blocks)) {
    const rank = headingLevel(heading.type)
    while ((above.at(-1) ?? 0) >= rank) above.pop()
    levels.set(heading, above.length + 1)
    // Readers do not see a heading without text.
    if (hasText(heading)) above.push(rank)
  }
  return levels
}

/** In order, including headings in quotes. A heading within a line of text is rendered as text, so it is left out. */
export function headingsIn(nodes: readonly Node[]): ElementNode[] {
  if (nodes.some(isInline)) return []
  return nodes.flatMap((node) => {
    if (isText(node)) return []
    return headingLevel(node.type) > 0 ? [node] : headingsIn(node.children)
  })
}

export const hasText = (node: Node): boolean =>
  isText(node) ? node.text.trim() !== '' : node.children.some(hasText)
