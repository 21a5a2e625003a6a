import {
  type Block,
  type ElementNode,
  isInlineType,
  isText,
  isVoidType,
  type Node,
  type TextNode,
} from '@nightdesk/contracts'

/** Stands for an image or a footnote reference. */
const OBJECT = '\uFFFC'
/** Stands for each character of code, which is no prose. */
const CODE_SIGN = '\uFFFD'
const CODE = new Set(['code-block', 'code', 'code-line'])

interface Run {
  node: TextNode
  start: number
}

/**
 * The text of a block for checks of its language, and the block with all elements in it, in order. In the text, lines end with
 * `\n`; images and the like are `U+FFFC`, code is `U+FFFD`.
 */
export function proseOf(block: ElementNode) {
  const runs: Run[] = []
  const elements: { element: ElementNode; start: number; end: number }[] = []
  let text = ''
  const visit = (node: Node, isCode: boolean) => {
    if (isText(node)) {
      runs.push({ node, start: text.length })
      text += isCode || node.code === true ? CODE_SIGN.repeat(node.text.length) : node.text
      return
    }
    const placed = { element: node, start: text.length, end: 0 }
    elements.push(placed)
    if (isVoidType(node.type)) text += OBJECT
    else {
      const lineEnd = isInlineType(node.type) ? '' : '\n'
      text += lineEnd
      for (const child of node.children) visit(child, isCode || CODE.has(node.type))
      text += lineEnd
    }
    placed.end = text.length
  }
  visit(block, false)
  return { text, runs, elements }
}

/** Replaces a part of the text of a block; positions are those of `proseOf`. The part is never empty. */
export interface TextEdit {
  start: number
  end: number
  text: string
}

/** In the text of the top-level block with this index; positions are those of `proseOf`. */
export interface ContentPlace {
  field: 'content'
  block: number
  start: number
  end: number
}

export type EditorPlace = ReturnType<typeof editorPlace>

/**
 * A place as the editor finds it, whatever lines its block has: by the characters before it in the texts of the block, without
 * line ends, and the index among the images of the block, if it is an image.
 */
export function editorPlace(content: readonly Block[], { block, start, end }: ContentPlace) {
  const { runs, elements } = proseOf(content[block] ?? paragraphOf(''))
  const images = elements.filter(({ element }) => element.type === 'image')
  const image = images.findIndex((placed) => placed.start === start)
  const before = (position: number) =>
    runs.reduce(
      (sum, run) => sum + withoutLineEnds(run.node.text.slice(0, Math.max(0, position - run.start))),
      0,
    )
  return { block, from: before(start), to: before(end), image: image < 0 ? undefined : image }
}

const withoutLineEnds = (text: string) => text.replaceAll('\n', '').length

/** A text without marks as a block, for the title and the excerpt. */
export const paragraphOf = (text: string): Block => ({ type: 'paragraph', children: [{ text }] })

/** The block with edits of its text, which do not overlap and are in order. Its marks and other nodes stay. */
export function editBlock(block: Block, edits: readonly TextEdit[]): Block {
  const runs = proseOf(block).runs.values()
  const edit = (node: Node): Node => {
    if (isText(node)) return editRun(runs.next().value ?? { node, start: 0 }, edits)
    return isVoidType(node.type) ? node : { ...node, children: node.children.map(edit) }
  }
  return { ...block, children: block.children.map(edit) }
}

/** The replacement of a part that spans several runs is in the first of them. */
function editRun({ node, start }: Run, edits: readonly TextEdit[]): TextNode {
  const { length } = node.text
  let text = ''
  let done = 0
  for (const edit of edits) {
    const [from, to] = [edit.start - start, edit.end - start]
    if (to <= 0 || from >= length) continue
    text += node.text.slice(done, Math.max(from, 0)) + (from >= 0 ? edit.text : '')
    done = Math.min(to, length)
  }
  return done === 0 ? node : { ...node, text: text + node.text.slice(done) }
}
