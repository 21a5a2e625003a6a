import { ALIGNMENTS, type Alignment, type ElementNode, type Node, type TextNode } from '@nightdesk/contracts'
import type { SerializedLexicalNode } from 'lexical'
import type { ReactNode } from 'react'
import type { CaptionKey } from '../stored-blocks.ts'

/** A serialized Lexical node. Every field besides its type is checked before it is used. */
export interface LexicalJson extends SerializedLexicalNode {
  children?: LexicalJson[]
  /** Alignment of an element, bit mask of a text. */
  format?: string | number
  text?: string
  url?: string
  tag?: string
  listType?: string
  language?: string | null
  [field: string]: unknown
}

/** Where a node is: among blocks, or within a line of text. */
export type Placement = 'block' | 'inline'

/** Converts the children of a node. Passed to each rule, so that no rule needs the others. */
export type ChildrenToLexical = (children: readonly Node[]) => LexicalJson[]
export type ChildrenFromLexical = (nodes: readonly LexicalJson[]) => Node[]

export interface RenderOptions {
  /** The HTML level of the outermost headings, so that a page can have headings above them. Default 1. */
  headingBase?: number
  /** The outline level of each heading, from 1; needed if `value` is part of a text. By default computed from `value`. */
  levels?: ReadonlyMap<ElementNode, number>
  /** The `href` of a link in documents that are read outside of this site. Called with safe URLs only. */
  resolveLink?: (url: string) => string
  /** Wraps a rendered text, for example to mark it as added. */
  wrapText?: (node: TextNode, text: ReactNode) => ReactNode
  /** Replaces the texts below an image, for example by those with marked changes. */
  captions?: ReadonlyMap<ElementNode, CaptionTexts>
  /** Whether footnotes are marked up as e-books have them; links to them then stay within the document. */
  isBook?: boolean
  /** The id of a heading. A heading with an id links to itself. */
  headingId?: (heading: ElementNode) => string | undefined
  /** What a reference shows, and what a footnote begins with, where it is shown within a part of a text. */
  footnoteLabel?: (block: ElementNode) => ReactNode
  /** Replaces the plain `<img>`. */
  Image?: (props: ImageProps) => ReactNode
  /** Replaces the plain `<pre>`. */
  Code?: (props: CodeProps) => ReactNode
}

export type CaptionTexts = Readonly<Record<CaptionKey, readonly TextNode[]>>

/** An image whose `src` is safe. */
export interface ImageProps {
  block: ElementNode
  src: string
  alt: string
  /** In pixels; both or neither. */
  width?: number
  height?: number
}

/** A block of code. */
export interface CodeProps {
  /** The language in the content, if it has the form of a name. */
  language: string | undefined
  /** The text without marks. */
  text: string
  /** Whether no text has a mark. */
  isPlain: boolean
  /** The rendered lines, with marks. */
  children: ReactNode
}

export interface RenderProps {
  block: ElementNode
  place: Placement
  options: RenderOptions
  children: ReactNode
}

/** How a block is converted to Lexical and back, and how it is rendered. */
export interface BlockRule {
  /** Types of the Lexical nodes that this rule makes. */
  lexicalTypes: readonly string[]
  /** Expects normal form. Returns undefined if Lexical’s node would lose something of the block. */
  toLexical: (block: ElementNode, place: Placement, children: ChildrenToLexical) => LexicalJson | undefined
  fromLexical: (node: LexicalJson, children: ChildrenFromLexical) => Node
  Render: (props: RenderProps) => ReactNode
}

/** Key of the Lexical node state that holds the keys for which Lexical’s nodes have no field. */
export const STATE_KEY = 'slate'

/** The keys in the node state of a block or text; undefined for a node that was made in the editor. */
export function stateOf(node: LexicalJson): Record<string, unknown> | undefined {
  const state = node.$?.[STATE_KEY]
  // `withState` and the nodes write objects only.
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : undefined
}

export const withState = (state: Record<string, unknown>) => ({ $: { [STATE_KEY]: state } })

/** A Lexical element with the alignment and the unknown keys of a block. */
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

/** A Lexical node without text of its own, with all keys of a block. */
export const lexicalVoid = (type: string, { type: _, children: _children, ...keys }: ElementNode) => ({
  type,
  version: 1,
  ...(Object.keys(keys).length > 0 && withState(keys)),
})

/** The reverse of {@link lexicalElement}. */
export function storedElement(
  type: string,
  node: LexicalJson,
  children: ChildrenFromLexical,
  fields: Record<string, unknown> = {},
): ElementNode {
  const align = alignmentOf(node.format)
  return {
    ...stateOf(node),
    ...fields,
    ...(align && { align }),
    type,
    children: children(node.children ?? []),
  }
}

const isAlignment = (value: unknown): value is Alignment => ALIGNMENTS.some((known) => known === value)

/** Lexical also has `start` and `end`, content does not. */
function alignmentOf(format: unknown): Alignment | undefined {
  if (isAlignment(format)) return format
  return format === 'end' ? 'right' : undefined
}

/** The class of an aligned block: the Content-Security-Policy of pages allows no style attributes. */
export const alignClass = ({ align }: ElementNode) => (isAlignment(align) ? `align-${align}` : undefined)
