import type { Block } from '@nightdesk/contracts'
import { assemble } from './assemble.ts'
import { withCaptions } from './captions.ts'
import { footnoteOf } from './footnotes/one-line.ts'
import { linesOfHtml } from './html/html.ts'
import type { EdgeBlanks } from './line-writer.ts'
import { blocksOfText } from './plain-text.ts'
import { type Losses, NO_LOSSES } from './receipt/losses.ts'

/** The result of converting a paste. */
export interface PastedContent {
  /** In normal form, and within all limits of content except those of size. */
  blocks: Block[]
  /** What the conversion lost, to tell the writer. */
  losses: Losses
  /** Blanks at the edges separate the paste from the words around it within a line. Blocks have none at their edges. */
  blanks: EdgeBlanks
}

/**
 * Converts the HTML below a node, usually a parsed document; uses the standard DOM only. All visible text is preserved:
 * strong, em, u, s and code become marks; headings, paragraphs, quotes, lists, code and alignment become blocks; tables
 * become lines of text, captions of figures plain text, footnotes and their references ours. Classes, styles and unsafe
 * URLs are dropped. The rules are those of the specification, section 5, and of docs/deviations.md.
 */
export function blocksFromHtml(root: Node): PastedContent {
  const { lines: found, footnotes, losses, blanks } = linesOfHtml(root)
  const { lines, plainCaptions } = withCaptions(found)
  const notes = footnotes.map(({ note, lines }) => footnoteOf(note, assemble(lines)))
  return { blocks: [...assemble(lines), ...notes], losses: { ...losses, plainCaptions }, blanks }
}

/** Converts plain text: each line becomes a paragraph. */
export function blocksFromText(text: string): PastedContent {
  const blanks = { before: false, after: /[ \t\u00a0]$/.test(text) }
  return { blocks: blocksOfText(text), losses: NO_LOSSES, blanks }
}
