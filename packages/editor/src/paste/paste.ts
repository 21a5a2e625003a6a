import type { Block } from '@nightdesk/contracts'
import { assemble } from './assemble.ts'
import { linesOfHtml } from './html/html.ts'
import type { EdgeBlanks } from './line-writer.ts'
import { type Losses, NO_LOSSES } from './losses.ts'
import { blocksOfText } from './plain-text.ts'

/** What a paste becomes. */
export interface PastedContent {
  /** In normal form; within every limit of content but those of size. */
  blocks: Block[]
  /** What could not stay what it was, for the person who pasted. */
  losses: Losses
  /** Within a line, a blank parts what was pasted from the words around it; blocks have none at their edges. */
  blanks: EdgeBlanks
}

/**
 * Blocks of the HTML below a node, usually a parsed document; needs nothing but the standard DOM. Everything that
 * a person sees of it stays as text: strong, em, u, s and code become marks, headings, paragraphs, quotes, lists
 * code and alignment their blocks, tables lines of text. No class, no style and no address that is not safe is kept. The
 * rules are those of the specification, section 5, and of docs/deviations.md.
 */
export function blocksFromHtml(root: Node): PastedContent {
  const { lines, losses, blanks } = linesOfHtml(root)
  return { blocks: assemble(lines), losses, blanks }
}

/** Blocks of plain text: a paragraph a line. */
export function blocksFromText(text: string): PastedContent {
  const blanks = { before: false, after: /[ \t\u00a0]$/.test(text) }
  return { blocks: blocksOfText(text), losses: NO_LOSSES, blanks }
}
