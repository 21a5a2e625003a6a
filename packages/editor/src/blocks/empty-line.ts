import { type Block, type ElementNode, isInline, isText, type Node } from '@nightdesk/contracts'

/** Whether a block is an empty line, such as between stanzas. */
export const isEmptyLine = ({ type, children }: ElementNode): boolean =>
  type === 'paragraph' && children.every(isBlank)

/** Removes the empty lines at the start and at the end, where they separate nothing. */
export function trimEmptyLines(blocks: readonly Block[]): readonly Block[] {
  const isFilled = (block: Block) => !isEmptyLine(block)
  const first = blocks.findIndex(isFilled)
  return first < 0 ? [] : blocks.slice(first, blocks.findLastIndex(isFilled) + 1)
}

const isBlank = (node: Node): boolean =>
  isText(node) ? node.text.trim() === '' : isInline(node) && node.children.every(isBlank)
