import {
  type ElementNode,
  isInlineType,
  isText,
  isVoidType,
  type Node,
  type TextNode,
} from '@nightdesk/contracts'

/** A text node of a block, and its position in the text of the block. */
export interface TextRun {
  node: TextNode
  start: number
  end: number
}

/** The text nodes of a block in order. Between nodes of different lines is one line end; images have no text. */
export function textRunsOf(block: ElementNode): TextRun[] {
  const runs: TextRun[] = []
  let isNewLine = false
  const visit = (node: Node) => {
    if (isText(node)) {
      const last = runs.at(-1)?.end
      const start = last === undefined ? 0 : last + (isNewLine ? 1 : 0)
      runs.push({ node, start, end: start + node.text.length })
      isNewLine = false
    } else if (isInlineType(node.type)) node.children.forEach(visit)
    else if (!isVoidType(node.type)) {
      isNewLine = true
      node.children.forEach(visit)
      isNewLine = true
    }
  }
  visit(block)
  return runs
}

/** The text of a block, in which the positions of {@link textRunsOf} are. */
export function textOf(block: ElementNode): string {
  let text = ''
  for (const { node, start } of textRunsOf(block)) text += (start > text.length ? '\n' : '') + node.text
  return text
}

/** Replaces each text of a block by other nodes, in the order of its runs. */
export function replaceTexts(block: ElementNode, replacements: readonly (readonly Node[])[]): ElementNode {
  const left = replacements.values()
  const replace = (element: ElementNode): ElementNode => ({
    ...element,
    children: element.children.flatMap((node) => {
      if (isText(node)) return [...(left.next().value ?? [node])]
      return [isVoidType(node.type) ? node : replace(node)]
    }),
  })
  return replace(block)
}
