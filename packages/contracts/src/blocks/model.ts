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

/** The same tree with other elements, from the innermost. */
export function mapElements<T extends Node>(
  nodes: readonly T[],
  change: (element: ElementNode) => ElementNode,
): T[] {
  return nodes.map((node) => {
    if (!('children' in node)) return node
    const element = node as unknown as ElementNode // a node with children is an element
    // The type of an element stays.
    return change({ ...element, children: mapElements(element.children, change) }) as unknown as T
  })
}

/** Whether a node is a part of a line: a text, or an element that is always inline. */
export const isInline = (node: Node): boolean => isText(node) || isInlineType(node.type)

export const MARKS = ['bold', 'italic', 'underline', 'strikethrough', 'code'] as const
export type Mark = (typeof MARKS)[number]

export const ALIGNMENTS = ['left', 'center', 'right', 'justify'] as const
export type Alignment = (typeof ALIGNMENTS)[number]

export const HEADINGS = [
  'heading-one',
  'heading-two',
  'heading-three',
  'heading-four',
  'heading-five',
  'heading-six',
] as const
export type Heading = (typeof HEADINGS)[number]

/** The rows of the headings in a table of block types. */
export const forHeadings = <const Row>(row: Row) =>
  Object.fromEntries(HEADINGS.map((type) => [type, row])) as Record<Heading, Row> // one entry for each

const LEVELS = new Map<string, number>(HEADINGS.map((type, index) => [type, index + 1]))
/** 1 to 6; 0 for a type that is not a heading. */
export const headingLevel = (type: string): number => LEVELS.get(type) ?? 0

/** The highest number that a numbered list may begin with: HTML has 32 bits for it. */
export const MAX_LIST_START = 2 ** 31 - 1

/** Where an element may be: among blocks, within a line of text, or in both places. */
type AllowedPlacement = 'block' | 'inline' | 'both'

interface BlockTypeRule {
  placement: AllowedPlacement
  /** A void element has no text of its own: one empty text is its only child. */
  isVoid?: true
}

const BLOCK: BlockTypeRule = { placement: 'block' }

/** Every type of the block model. Types that are not listed count as blocks that hold text or blocks. */
export const BLOCK_TYPES = {
  paragraph: BLOCK,
  ...forHeadings(BLOCK),
  'block-quote': BLOCK,
  'bulleted-list': BLOCK,
  'numbered-list': BLOCK,
  'list-item': BLOCK,
  'code-block': BLOCK,
  'code-line': BLOCK,
  code: BLOCK,
  image: { placement: 'both', isVoid: true },
  link: { placement: 'inline' },
  /** A note below the text: one line of text, named by its key `note`. */
  footnote: BLOCK,
  /** The place in the text that a footnote belongs to. Its number follows from the order of references. */
  'footnote-reference': { placement: 'inline', isVoid: true },
} as const satisfies Record<string, BlockTypeRule>
export type BlockType = keyof typeof BLOCK_TYPES

const RULES = new Map<string, BlockTypeRule>(Object.entries(BLOCK_TYPES))

/** Whether an element of a type makes its siblings inline, as a text does. */
export const isInlineType = (type: string): boolean => RULES.get(type)?.placement === 'inline'
/** Whether an element of a type may be within a line of text. */
export const canBeInline = (type: string): boolean => (RULES.get(type)?.placement ?? 'block') !== 'block'
export const isVoidType = (type: string): boolean => RULES.get(type)?.isVoid === true
