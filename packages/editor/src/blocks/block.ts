import { ALIGNMENTS, type Alignment, type ElementNode, type Node, type TextNode } from '@nightdesk/contracts'
import type { SerializedLexicalNode } from 'lexical'
import type { ReactNode } from 'react'

/** A serialized Lexical node as it is read: what it may carry besides its type is looked at, never assumed. */
export interface LexicalJson extends SerializedLexicalNode {
  children?: LexicalJson[]
  /** Alignment of an element, bit mask of a text. */
  format?: string | number
  text?: string
  url?: string
  tag?: string
  listType?: string
  language?: string | null
  shadowRoot?: boolean
  [field: string]: unknown
}

/** Where a node is: among blocks, or within a line of text. */
export type Placement = 'block' | 'inline'

/** Converts the children of a node; handed to every block so that none needs to know the others. */
export type ChildrenToLexical = (children: readonly Node[]) => LexicalJson[]
export type ChildrenFromLexical = (nodes: readonly LexicalJson[]) => Node[]

/** How content is shown. */
export interface RenderOptions {
  /** The level of the outermost headings of the text, below a page’s own. Default 1. */
  headingBase?: number
  /** How deep each heading stands, from 1, where `value` is a part of a text; else they are found in it. */
  levels?: ReadonlyMap<ElementNode, number>
  /** Where a link leads, outside of our own pages. Gets safe URLs only. */
  resolveLink?: (url: string) => string
  /** Wraps a rendered text, such as one that was added since another version. */
  wrapText?: (node: TextNode, text: ReactNode) => ReactNode
  /** The id of a heading; one that has an id links to itself. */
  headingId?: (heading: ElementNode) => string | undefined
  /** Shows an image in place of a plain `<img>`. */
  Image?: (props: ImageProps) => ReactNode
  /** Shows code in place of a plain `<pre>`. */
  Code?: (props: CodeProps) => ReactNode
}

/** An image that may be shown: `src` is safe. */
export interface ImageProps {
  block: ElementNode
  src: string
  alt: string
  /** Pixels; both or neither. */
  width?: number
  height?: number
}

/** A block of code. */
export interface CodeProps {
  /** As content names it, if it is a name at all. */
  language: string | undefined
  /** Without its marks, as it is read. */
  text: string
  /** Whether no part of the text has a mark. */
  isPlain: boolean
  /** The rendered lines, with their marks. */
  children: ReactNode
}

export interface RenderProps {
  block: ElementNode
  place: Placement
  options: RenderOptions
  /** The rendered children. */
  children: ReactNode
}

/** How a block is converted to Lexical and back, and how it is rendered. */
export interface BlockRule {
  /** Types of the Lexical nodes that this rule makes. */
  lexicalTypes: readonly string[]
  /** Expects normal form. Undefined where Lexical’s own node could not hold the block without loss. */
  toLexical: (block: ElementNode, place: Placement, children: ChildrenToLexical) => LexicalJson | undefined
  fromLexical: (node: LexicalJson, children: ChildrenFromLexical) => Node
  Render: (props: RenderProps) => ReactNode
}

/** Key of the node state in which Lexical carries what its own nodes have no field for. */
export const STATE_KEY = 'slate'

/** What the node state carries: keys of a block or text; undefined where the node was made in the editor. */
export function stateOf(node: LexicalJson): Record<string, unknown> | undefined {
  const state = node.$?.[STATE_KEY]
  // Only written by `withState` and by nodes, as an object.
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : undefined
}

export const withState = (state: Record<string, unknown>) => ({ $: { [STATE_KEY]: state } })

/** An element of Lexical that carries the alignment and the unknown keys of a block. */
export function lexicalElement(
  type: string,
  block: ElementNode,
  children: LexicalJson[],
  fields: Record<string, unknown> = {},
): LexicalJson {
  const { type: _type, children: _children, align, ...keys } = block
  const isAligned = isAlignment(align)
  const state = isAligned || align === undefined ? keys : { ...keys, align }
  return {
    type,
    version: 1,
    direction: null,
    format: isAligned ? align : '',
    indent: 0,
    children,
    ...fields,
    ...(Object.keys(state).length > 0 && withState(state)),
  }
}

/** The way back from {@link lexicalElement}. */
export function slateElement(type: string, node: LexicalJson, children: Node[], fields = {}): ElementNode {
  const align = alignmentOf(node.format)
  return { ...stateOf(node), ...fields, ...(align && { align }), type, children }
}

const isAlignment = (value: unknown): value is Alignment => ALIGNMENTS.some((known) => known === value)

/** Lexical also knows `start` and `end`, which content does not. */
function alignmentOf(format: unknown): Alignment | undefined {
  if (isAlignment(format)) return format
  return format === 'end' ? 'right' : undefined
}

/** Class of an aligned block: pages allow no style attributes. */
export const alignClass = ({ align }: ElementNode) => (isAlignment(align) ? `align-${align}` : undefined)
