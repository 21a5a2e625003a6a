import { type ElementNode, headingLevel, isInline, isText, type Node } from '@nightdesk/contracts'

/**
 * How deep each heading stands in the outline of a text, from 1: below the nearest heading before it that outranks it.
 * So none skips a level, whatever levels a writer chose, and those that share one within a section stay alike.
 */
export function headingLevels(blocks: readonly Node[]): Map<ElementNode, number> {
  const levels = new Map<ElementNode, number>()
  const above: number[] = []
  for (const heading of headingsIn(blocks)) {
    const rank = headingLevel(heading.type)
    while ((above.at(-1) ?? 0) >= rank) above.pop()
    levels.set(heading, above.length + 1)
    // What shows nothing is no heading for a reader.
    if (hasText(heading)) above.push(rank)
  }
  return levels
}

/** In the order of the text, also those within quotes; a heading within a line of text is shown as text. */
function headingsIn(nodes: readonly Node[]): ElementNode[] {
  if (nodes.some(isInline)) return []
  return nodes.flatMap((node) => {
    if (isText(node)) return []
    return headingLevel(node.type) > 0 ? [node] : headingsIn(node.children)
  })
}

const hasText = (node: Node): boolean =>
  isText(node) ? node.text.trim() !== '' : node.children.some(hasText)
