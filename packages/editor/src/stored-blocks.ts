import {
  type Block,
  type ElementNode,
  headingLevel,
  isInline,
  isText,
  isVoidType,
  MARKS,
  type Mark,
  type Node,
} from '@nightdesk/contracts'

/** The stored text of a scene break, so that plain text separates scenes, too. */
export const SCENE_BREAK = '***'

/** Whether a block is a scene break: a paragraph with nothing but its three asterisks. */
export function isSceneBreak({ type, children }: ElementNode): boolean {
  const [only] = children
  const isOneText = children.length === 1 && only !== undefined && isText(only)
  return type === 'paragraph' && isOneText && only.text.trim() === SCENE_BREAK
}

/** Whether a block is an empty line, such as between stanzas. */
export const isEmptyLine = ({ type, children }: ElementNode): boolean =>
  type === 'paragraph' && children.every(isBlank)

/** Removes the empty lines at the start, at the end and among footnotes, where they separate nothing. */
export function trimEmptyLines(blocks: readonly Block[]): readonly Block[] {
  const isFilled = (block: Block) => !isEmptyLine(block)
  const first = blocks.findIndex(isFilled)
  const last = blocks.findLastIndex((block) => isFilled(block) && block.type !== 'footnote')
  return first < 0
    ? []
    : blocks.slice(first).filter((block, index) => index <= last - first || isFilled(block))
}

const isBlank = (node: Node): boolean =>
  isText(node)
    ? node.text.trim() === ''
    : isInline(node) && !isVoidType(node.type) && node.children.every(isBlank)

/** The marks of a text as a bit mask, as in Lexical. It is cheap to inherit and to compare. */
export type MarkBits = number

export const MARK_BITS: Readonly<Record<Mark, MarkBits>> = {
  bold: 1,
  italic: 2,
  strikethrough: 4,
  underline: 8,
  code: 16,
}

/** The set marks as keys of a text. */
export const marksOf = (bits: MarkBits): Partial<Record<Mark, true>> =>
  Object.fromEntries(MARKS.filter((mark) => bits & MARK_BITS[mark]).map((mark) => [mark, true]))

/** What readers see below an image, in order. */
export const CAPTION_KEYS = ['caption', 'credit'] as const
export type CaptionKey = (typeof CAPTION_KEYS)[number]

/** A text of an image, empty if it has none. */
export function imageText(image: Record<string, unknown>, key: 'alt' | CaptionKey): string {
  const text = image[key]
  return typeof text === 'string' ? text : ''
}

/**
 * The level of each heading in the outline of a text, from 1: one below the nearest earlier heading of a higher rank.
 * No level is skipped, whatever levels a writer chose, and headings of one rank within a section have the same level.
 */
export function headingLevels(blocks: readonly Node[]): Map<ElementNode, number> {
  const levels = new Map<ElementNode, number>()
  const above: number[] = []
  for (const heading of headingsIn(blocks)) {
    const rank = headingLevel(heading.type)
    while ((above.at(-1) ?? 0) >= rank) above.pop()
    levels.set(heading, above.length + 1)
    // Readers do not see a heading without text.
    if (hasText(heading)) above.push(rank)
  }
  return levels
}

/** In order, including headings in quotes. A heading within a line of text is rendered as text, so it is left out. */
export function headingsIn(nodes: readonly Node[]): ElementNode[] {
  if (nodes.some(isInline)) return []
  return nodes.flatMap((node) => {
    if (isText(node)) return []
    return headingLevel(node.type) > 0 ? [node] : headingsIn(node.children)
  })
}

export const hasText = (node: Node): boolean =>
  isText(node) ? node.text.trim() !== '' : node.children.some(hasText)

/** The names of languages with colours, by their key in the content. */
export const CODE_LANGUAGES: Readonly<Record<string, string>> = {
  bash: 'Bash',
  c: 'C',
  css: 'CSS',
  go: 'Go',
  html: 'HTML',
  java: 'Java',
  javascript: 'JavaScript',
  json: 'JSON',
  markdown: 'Markdown',
  python: 'Python',
  rust: 'Rust',
  sql: 'SQL',
  typescript: 'TypeScript',
}

/** TK, “to come”: the printers’ sign for missing text. In upper case and as a word of its own it is nothing else. */
export const TK = /\bTK\b/g
