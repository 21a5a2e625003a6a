import type { Block, ElementNode, Node } from '@nightdesk/contracts'
import { plainText } from '@nightdesk/editor'

interface FoundLink {
  url: string
  text: string
  /** From 1. */
  block: number
  section: string | null
}

/** The links in content, in the order of the text, with their places. */
export function linksIn(content: readonly Block[]): FoundLink[] {
  let section: string | null = null
  return content.flatMap((block, index) => {
    if (block.type.startsWith('heading')) section = plainText([block]).trim() || section
    return linksOf(block).map(({ url, element }) => ({
      url,
      text: plainText([element]).trim(),
      block: index + 1,
      section,
    }))
  })
}

function linksOf(node: Node): { url: string; element: ElementNode }[] {
  if (!('children' in node)) return []
  const element = node as ElementNode // a node with children is an element
  const { type, url } = element
  if (type === 'link' && typeof url === 'string') return [{ url, element }]
  return element.children.flatMap(linksOf)
}
