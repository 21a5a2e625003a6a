import {
  type ElementNode,
  isInline,
  isInlineType,
  isText,
  isVoidType,
  type Node,
  type TextNode,
} from '@nightdesk/contracts'
import { CAPTION_KEYS, type CaptionKey, imageText } from '../stored-blocks.ts'

/** A text node of a block, and its position in the text of the block. */
export interface TextRun {
  node: TextNode
  start: number
  end: number
  /** Where the link leads that the text is in. */
  url?: string
}

/**
 * The text nodes of a block in order. Between nodes of different lines is one line end. The caption and the credit of an
 * image are lines, even if they are empty; within a line of text they are not shown, so they are left out.
 */
export function textRunsOf(block: ElementNode): TextRun[] {
  const runs: TextRun[] = []
  let isNewLine = false
  const add = (node: TextNode, url?: string) => {
    const last = runs.at(-1)?.end
    const start = last === undefined ? 0 : last + (isNewLine ? 1 : 0)
    runs.push({ node, start, end: start + node.text.length, ...(url !== undefined && { url }) })
    isNewLine = false
  }
  const visitLine = (visit: () => void) => {
    isNewLine = true
    visit()
    isNewLine = true
  }
  const visit = (node: Node, isInLine: boolean, url?: string) => {
    if (isText(node)) add(node, url)
    else if (node.type === 'image')
      for (const key of captionKeys(isInLine)) visitLine(() => add({ text: imageText(node, key) }))
    else if (!isVoidType(node.type)) {
      const visitChildren = () => {
        for (const child of node.children) visit(child, holdsLine(node, isInLine), urlOf(node) ?? url)
      }
      if (isInlineType(node.type)) visitChildren()
      else visitLine(visitChildren)
    }
  }
  visit(block, false)
  return runs
}

const urlOf = ({ type, url }: ElementNode) => (type === 'link' && typeof url === 'string' ? url : undefined)

/** Whether the children of an element are parts of a line. */
export const holdsLine = ({ children }: ElementNode, isInLine: boolean) => isInLine || children.some(isInline)

const captionKeys = (isInLine: boolean): readonly CaptionKey[] => (isInLine ? [] : CAPTION_KEYS)

/** The text of a block, in which the positions of {@link textRunsOf} are. */
export function textOf(block: ElementNode): string {
  let text = ''
  for (const { node, start } of textRunsOf(block)) text += (start > text.length ? '\n' : '') + node.text
  return text
}
