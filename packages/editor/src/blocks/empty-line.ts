import { type Block, type ElementNode, isInline, isText, isVoidType, type Node } from '@nightdesk/contracts'

/** Whether a block is an empty line, such as between stanzas. */
export const isEmptyLine = ({ type, children }: ElementNode): boolean =>
  type === 'paragraph' && children.every(isBlank)

/** Removes the empty lines at the start, at the end and among footnotes, where they separate nothing. */
export function trimEmptyLines(blocks: readonly Block[]): readonly Block[] {
  const isFilled = (block: Block) => !isEmptyLine(block)
  const first = blocks.findIndex(isFilled)
  const last = blocks.findLastIndex((block) => isFilled(block) && block.type !== 'footnote')
  return first < 0
    ? []
    : blocks.slice(first).filter((block, index) => index <= last - first || isFilled(block))
}

const isBlank = (node: Node): boolean =>
  isText(node)
    ? node.text.trim() === ''
    : isInline(node) && !isVoidType(node.type) && node.children.every(isBlank)
