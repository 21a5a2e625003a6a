import { type Block, canBeInline, isInline, type Node } from '@nightdesk/contracts'
import { normalize } from '../../normal-form/normal-form.ts'
import { plainText } from '../../text/text.ts'

/** A footnote with the text of some blocks. */
export function footnoteOf(note: string, blocks: readonly Block[]): Block {
  const [line] = normalize([{ type: 'footnote', note, children: asOneLine(blocks) }])
  // One element stays one.
  return line as Block
}

/** The children of one line with soft breaks, which is all that a footnote can hold. */
export function asOneLine(blocks: readonly Block[]): Node[] {
  const lines = blocks.map((block): Node[] => {
    if (canBeInline(block.type)) return [block]
    const { children } = block
    return children.some(isInline) ? children.filter(isInline) : [{ text: plainText(children) }]
  })
  return lines.flatMap((line, index) => (index === 0 ? line : [{ text: '\n' }, ...line]))
}
