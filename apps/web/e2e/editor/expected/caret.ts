import { type ElementNode, isText, type Node } from '@nightdesk/contracts'

/** A place in the text: which line, counted over all blocks, and how many characters into it. */
export type Position = [line: number, offset: number]

/** Where the selection begins and ends; the same place twice for a caret. Null where there is none in the text. */
export type Selected = { anchor: Position; focus: Position } | null

const MARKS = /[|‹›]/g

/** Takes the marks of caret and selection out of blocks. `selected` is undefined where they have none. */
export function takeMarks(blocks: readonly ElementNode[]): { blocks: ElementNode[]; selected?: Selected } {
  const places = linesOf(blocks).flatMap((text, line) =>
    [...text.matchAll(MARKS)].map(
      ({ 0: mark, index }, before) =>
        ({ mark, place: [line, index - before] }) as { mark: string; place: Position },
    ),
  )
  const at = (...marks: string[]) => places.find(({ mark }) => marks.includes(mark))?.place
  const [anchor, focus] = [at('|', '‹'), at('|', '›')]
  const bare = blocks.map(withoutMarks) as ElementNode[] // an element stays one
  return { blocks: bare, ...(anchor && focus && { selected: { anchor, focus } }) }
}

function withoutMarks(node: Node): Node {
  return isText(node)
    ? { ...node, text: node.text.replace(MARKS, '') }
    : { ...node, children: node.children.map(withoutMarks) }
}

/** The text of every line: of a block, of an item without the lists in it, of a whole block of code. */
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
