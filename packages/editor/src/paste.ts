import type { Block } from '@nightdesk/contracts'
import { assemble } from './paste/assemble.ts'
import { linesOfHtml } from './paste/html.ts'
import { blocksOfText } from './paste/plain-text.ts'

/** What a paste becomes. */
export interface PastedContent {
  /** In normal form; within every limit of content but those of size. */
  blocks: Block[]
  /** Tables that became lines of text, a row a line. */
  tables: number
}

/**
 * Blocks of the HTML below a node, usually a parsed document; needs nothing but the standard DOM. Everything that
 * a person sees of it stays as text: strong, em, u, s and code become marks, headings, paragraphs, quotes, lists
 * and code their blocks, tables lines of text. No class, no style and no address that is not safe is kept. The
 * rules are those of the specification, section 5, and of docs/deviations.md.
 */
export function blocksFromHtml(root: Node): PastedContent {
  const { lines, tables } = linesOfHtml(root)
  return { blocks: assemble(lines), tables }
}

/** Blocks of plain text: a paragraph a line. */
export function blocksFromText(text: string): PastedContent {
  return { blocks: blocksOfText(text), tables: 0 }
}
