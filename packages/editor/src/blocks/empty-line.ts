import { type Block, type ElementNode, isInline, isText, type Node } from '@nightdesk/contracts'

/** Whether a block is a line left empty, as between stanzas. */
export const isEmptyLine = ({ type, children }: ElementNode): boolean =>
  type === 'paragraph' && children.every(isBlank)

/** The blocks without the empty lines before the first and after the last one: those separate nothing. */
export function trimEmptyLines(blocks: readonly Block[]): readonly Block[] {
  const isFilled = (block: Block) => !isEmptyLine(block)
  const first = blocks.findIndex(isFilled)
  return first < 0 ? [] : blocks.slice(first, blocks.findLastIndex(isFilled) + 1)
}

const isBlank = (node: Node): boolean =>
  isText(node) ? node.text.trim() === '' : isInline(node) && node.children.every(isBlank)
