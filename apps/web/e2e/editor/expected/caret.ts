import { type ElementNode, isText, type Node } from '@nightdesk/contracts'

/** A position in the text: the line, counted over all blocks, and the offset in characters. */
export type Position = [line: number, offset: number]

/** The ends of the selection, which are equal for a caret. Null without a selection in the text. */
export type Selected = { anchor: Position; focus: Position } | null

const MARKS = /[|‹›]/g

/** Removes the marks of caret and selection from blocks. `selected` is undefined without any. */
export function takeMarks(blocks: readonly ElementNode[]): { blocks: ElementNode[]; selected?: Selected } {
  const positions = linesOf(blocks).flatMap((text, line) =>
    [...text.matchAll(MARKS)].map(
      ({ 0: mark, index }, before) =>
        ({ mark, position: [line, index - before] }) as { mark: string; position: Position },
    ),
  )
  const at = (...marks: string[]) => positions.find(({ mark }) => marks.includes(mark))?.position
  const [anchor, focus] = [at('|', '‹'), at('|', '›')]
  const bare = blocks.map(withoutMarks) as ElementNode[] // elements stay elements
  return { blocks: bare, ...(anchor && focus && { selected: { anchor, focus } }) }
}

function withoutMarks(node: Node): Node {
  return isText(node)
    ? { ...node, text: node.text.replace(MARKS, '') }
    : { ...node, children: node.children.map(withoutMarks) }
}

/** The text of every line: a block, a list item without nested lists, or a whole code block. */
function linesOf(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => {
    if (isText(node)) return []
    const { type, children } = node
    if (type.endsWith('-list')) return linesOf(children)
    if (type === 'code-block') return [children.map(textOf).join('\n')]
    const lists = children.filter((child) => !isText(child) && child.type.endsWith('-list'))
    const text = children.filter((child) => !lists.includes(child))
    return [...(text.length > 0 ? [text.map(textOf).join('')] : []), ...linesOf(lists)]
  })
}

const textOf = (node: Node): string => (isText(node) ? node.text : node.children.map(textOf).join(''))
