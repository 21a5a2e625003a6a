import type { Alignment } from './block-types.ts'
import { isInlineType } from './placement.ts'

/** Text with the same marks. A soft line break is `\n`. */
export interface TextNode {
  text: string
  bold?: boolean
  italic?: boolean
  underline?: boolean
  strikethrough?: boolean
  code?: boolean
  [key: string]: unknown
}

/** A block, or an inline element such as a link. Unknown types and keys are stored as they are. */
export interface ElementNode {
  type: string
  children: Node[]
  align?: Alignment
  [key: string]: unknown
}

export type Node = ElementNode | TextNode
export type Block = ElementNode

export const isText = (node: Node): node is TextNode => typeof node.text === 'string'

/** All elements in a text, in its order. Without recursion: stored texts may be deep. */
export function elementsOf(nodes: readonly Node[]): ElementNode[] {
  const elements: ElementNode[] = []
  const open = nodes.toReversed()
  for (let node = open.pop(); node; node = open.pop()) {
    if (!('children' in node)) continue
    const element = node as ElementNode // a node with children is an element
    elements.push(element)
    for (const child of element.children.toReversed()) open.push(child)
  }
  return elements
}

/** Whether a node is a part of a line: a text, or an element that is always inline. */
export const isInline = (node: Node): boolean => isText(node) || isInlineType(node.type)
