import {
  type Block,
  CONTENT_LIMITS,
  findUnstorable,
  isSafeUrl,
  MAX_URL_LENGTH,
  measureBlock,
  type Node as StoredNode,
} from '@nightdesk/contracts'
import { SCENE_BREAK } from '../stored-blocks.ts'
import { ADDRESSES, withoutEnding } from '../text/address.ts'
import { assemble, markSceneBreaks, withCaptions } from './assemble.ts'
import { type EdgeBlanks, toStorable } from './lines.ts'
import { footnoteOf } from './markdown-footnotes.ts'
import { linesOfHtml } from './read-html.ts'
import { type Losses, NO_LOSSES } from './receipt.ts'

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
export function blocksFromHtml(root: Document | Element): PastedContent {
  const { lines: found, footnotes, losses, blanks } = linesOfHtml(root)
  const { lines, plainCaptions } = withCaptions(found)
  const notes = footnotes.map(({ note, lines }) => footnoteOf(note, assemble(lines)))
  return { blocks: [...assemble(lines), ...notes], losses: { ...losses, plainCaptions }, blanks }
}

/**
 * Converts plain text. "Pasted plain text is inserted as text, line breaks splitting paragraphs." If all lines are separated
 * by blank lines, those only separate paragraphs, and two blank lines are a scene break. Otherwise a blank line is kept as an
 * empty paragraph. URLs become links, unless the text is Markdown, which has its own links.
 */
export function blocksFromText(text: string): PastedContent {
  const lines = toStorable(text)
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd()
    .split('\n')
  const toNodes = looksLikeMarkdown(text) ? (line: string) => [{ text: line }] : withLinks
  const blocks = meaningfulLines(lines).map((line): Block => ({ type: 'paragraph', children: toNodes(line) }))
  const blanks = { before: false, after: /[ \t\u00a0]$/.test(text) }
  return { blocks: markSceneBreaks(blocks), losses: NO_LOSSES, blanks }
}

/** Removes blank lines that only separate paragraphs, and replaces those between scenes by a scene break. */
function meaningfulLines(lines: readonly string[]): string[] {
  const isParted = lines.every((line, index) => index === 0 || isBlank(line) || isBlank(lines[index - 1]))
  const gaps = lines.flatMap((line, index) => (isBlank(line) && !isBlank(lines[index - 1]) ? [index] : []))
  const isWide = (index: number) => isBlank(lines[index + 1])
  // If most gaps have two blank lines, those are no scene breaks.
  const isRule = gaps.length > 1 && gaps.filter(isWide).length * 2 > gaps.length
  return lines.flatMap((line, index) => {
    if (!isBlank(line)) return [line]
    if (isRule && isParted) return []
    if (isWide(index)) return isBlank(lines[index - 1]) ? [] : [SCENE_BREAK]
    return isParted || isBlank(lines[index - 1]) ? [] : [line]
  })
}

const isBlank = (line: string | undefined) => line?.trim() === ''

function withLinks(text: string): StoredNode[] {
  const nodes: StoredNode[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESSES)) {
    const url = found.length > MAX_URL_LENGTH ? '' : withoutEnding(found)
    if (!isSafeUrl(url)) continue
    if (index > end) nodes.push({ text: text.slice(end, index) })
    nodes.push({ type: 'link', url, children: [{ text: url }] })
    end = index + url.length
  }
  return end === text.length && end > 0 ? nodes : [...nodes, { text: text.slice(end) }]
}

/** Signs at the beginning of a line that are rarely anything but Markdown. */
const STRONG = /^(?:#{1,6} \S|`{3}|[^\S\n]*(?:[-*+]|\d{1,3}[.)]) \[[ x]\] |> \S)/m
const WITHIN =
  /!?\[[^\][\n]{1,300}\]\((?:https?:|mailto:|\/|#)[^\s)]{1,2000}(?: "[^"\n]{0,300}")?\)|\*\*[^*\s][^*\n]{0,300}\*\*|`[^`\n]{1,300}`/
/** Two items: a single one may be a sentence with a dash or a number. */
const ITEMS = /^[^\S\n]{0,8}(?:[-*+]|\d{1,3}[.)]) \S.*\n(?:[^\S\n]*\n)?[^\S\n]{0,8}(?:[-*+]|\d{1,3}[.)]) \S/m

/** Characters that are tested. */
const SAMPLE = 20_000

/** Whether plain text is probably Markdown. */
export function looksLikeMarkdown(text: string): boolean {
  const sample = text.slice(0, SAMPLE).replaceAll('\r\n', '\n')
  return STRONG.test(sample) || WITHIN.test(sample) || ITEMS.test(sample)
}

/** Why blocks are too large to be stored, as a sentence for the writer; undefined if they are not. */
export function sizeProblem(blocks: readonly Block[]): string | undefined {
  const problem = findUnstorable(blocks)
  if (problem) return problem.message
  const bytes = blocks.reduce((sum, block) => sum + measureBlock(block).bytes, 0)
  return bytes > CONTENT_LIMITS.bytes ? 'The text is too large: at most 1 MiB can be stored' : undefined
}
