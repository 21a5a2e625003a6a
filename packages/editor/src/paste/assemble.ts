import {
  type Block,
  codePoints,
  type ElementNode,
  isText,
  MAX_IMAGE_TEXT,
  type Node,
} from '@nightdesk/contracts'
import { normalize } from '../normal-form.ts'
import { MARK_BITS, marksOf, SCENE_BREAK } from '../stored-blocks.ts'
import { plainText } from '../text/text.ts'
import { type Item, isRun, type Line } from './lines.ts'

/** Converts the lines of a document to blocks in normal form, nested as deep as the containers of each line. */
export const assemble = (lines: readonly Line[]): Block[] =>
  markSceneBreaks(normalize(quoted(withBreaks(lines), 0)))

/** Adjacent lines within the same quotation at `depth` become one quote. */
function quoted(lines: readonly Line[], depth: number): Block[] {
  return groupBy(lines, ({ quotes }) => quotes[depth]).flatMap((group) => {
    if (!group[0]?.quotes[depth]) return unquoted(group)
    return [{ type: 'block-quote', children: quoteChildren(quoted(group, depth + 1)) }]
  })
}

/** A quote of one paragraph holds its text directly; other quotes hold blocks. */
function quoteChildren(blocks: Block[]): Node[] {
  const [only] = blocks
  return blocks.length === 1 && only?.type === 'paragraph' ? only.children : blocks
}

const unquoted = (lines: readonly Line[]): Block[] =>
  groupBy(lines, ({ item }) => item !== undefined).flatMap((group) =>
    group[0]?.item ? listsOf(group) : group.map(blockOf),
  )

function blockOf({ kind, content, language, align }: Line): Block {
  if (kind === 'code')
    return { type: 'code-block', ...(language && { language }), children: codeLines(content) }
  const [only] = content
  const aligned = align ? { align } : {}
  if (only && !isRun(only)) return { ...only, ...aligned }
  return { type: kind, ...aligned, children: inlines(content) }
}

function codeLines(content: Line['content']): ElementNode[] {
  const text = content.map((part) => (isRun(part) ? part.text : '')).join('')
  const lines = text.replace(/\n+$/, '').split('\n')
  return lines.map((line) => ({ type: 'code-line', children: [{ text: line }] }))
}

interface OpenList {
  level: number
  list: ElementNode
}

/** Nests adjacent items by their levels; how the document nested them does not matter. */
function listsOf(lines: readonly Line[]): Block[] {
  const lists: Block[] = []
  const open: OpenList[] = []
  for (const group of groupBy(lines, ({ item }) => item)) {
    // All lines of a group have the same item.
    const item = group[0]?.item as Item
    const align = group[0]?.align
    listFor(item, open, lists).children.push({
      type: 'list-item',
      ...(align && { align }),
      children: itemText(group),
    })
  }
  return lists
}

/** The list for an item: the open list at its level, or a new one within the last item. */
function listFor({ level, isNumbered, number = 1 }: Item, open: OpenList[], lists: Block[]): ElementNode {
  const type = isNumbered ? 'numbered-list' : 'bulleted-list'
  while ((open.at(-1)?.level ?? 0) > level) open.pop()
  if (open.at(-1)?.level === level && open.at(-1)?.list.type !== type) open.pop()
  const parent = open.at(-1)
  if (parent?.level === level) return parent.list
  const siblings = parent ? lastItem(parent.list).children : lists
  const before = siblings.at(-1)
  const isSame = before !== undefined && !isText(before) && before.type === type
  const start = isNumbered && number !== 1 ? { start: number } : {}
  const list: ElementNode = isSame ? before : { type, ...start, children: [] }
  if (!isSame) siblings.push(list)
  open.push({ level, list })
  return list
}

/** A list is made together with its first item, and items are elements. */
const lastItem = (list: ElementNode) => list.children.at(-1) as ElementNode

/** Joins the lines of an item by soft breaks; lines of code get the code mark. */
function itemText(lines: readonly Line[]): Node[] {
  return lines.flatMap((line, index) => {
    const content = line.kind === 'code' ? asCode(line.content) : line.content
    return [...(index === 0 ? [] : [{ text: '\n' }]), ...inlines(content)]
  })
}

/** Adds the code mark. Removes line ends at the end only: others separate lines, or a line from an image. */
const asCode = (content: Line['content']) =>
  content.map((part, index) => {
    if (!isRun(part)) return part
    const text = index === content.length - 1 ? part.text.replace(/\n+$/, '') : part.text
    return { ...part, text, marks: part.marks | MARK_BITS.code }
  })

/** Inline nodes; adjacent texts of one anchor become one link. */
function inlines(content: Line['content']): Node[] {
  return groupBy(content, (part) => (isRun(part) ? part.anchor : part)).flatMap((group): Node[] => {
    const texts = group.map((part) => (isRun(part) ? { text: part.text, ...marksOf(part.marks) } : part))
    const anchor = group[0] && isRun(group[0]) ? group[0].anchor : undefined
    return anchor ? [{ type: 'link', url: anchor.url, children: texts }] : texts
  })
}

/** Groups adjacent values that have the same key. */
function groupBy<T>(values: readonly T[], keyOf: (value: T) => unknown): T[][] {
  const groups: T[][] = []
  let last: unknown
  for (const value of values) {
    const key = keyOf(value)
    if (groups.length === 0 || key !== last) groups.push([])
    groups.at(-1)?.push(value)
    last = key
  }
  return groups
}

/** Average characters of a paragraph. Shorter paragraphs are verse, whose stanzas are separated by an empty line. */
const PROSE = 40
/** At most this share of the gaps between paragraphs are scene breaks: if more are wide, it is the document’s spacing. */
const RARELY = 1 / 3

/**
 * Inserts breaks where a document has unusually many empty paragraphs: writers separate scenes so in Word and Google
 * Docs. Empty paragraphs between most others are spacing, and are dropped.
 */
function withBreaks(lines: readonly Line[]): Line[] {
  const gaps = lines.map((line, index) => (isBetween(lines[index - 1], line) ? line.gap : undefined))
  const between = gaps.filter((gap) => gap !== undefined)
  const usual = usualGap(between)
  const wider = between.filter((gap) => gap > usual).length
  if (wider === 0 || wider > between.length * RARELY) return [...lines]
  const text = isMostlyProse(lines) ? SCENE_BREAK : ''
  return lines.flatMap((line, index) => {
    const isBreak = (gaps[index] ?? 0) > usual
    return isBreak ? [lineOf(text, line), line] : [line]
  })
}

/** The median number of empty paragraphs between two. */
const usualGap = (gaps: readonly number[]): number =>
  gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0

const isBetween = (before: Line | undefined, line: Line) =>
  before !== undefined &&
  isTextLine(before) &&
  isTextLine(line) &&
  before.quotes.at(-1) === line.quotes.at(-1)

const isTextLine = ({ kind, item, content }: Line) => kind === 'paragraph' && !item && content.every(isRun)

function isMostlyProse(lines: readonly Line[]): boolean {
  const texts = lines.filter(isTextLine)
  const runs = texts.flatMap(({ content }) => content.filter(isRun))
  return runs.reduce((sum, { text }) => sum + text.length, 0) >= PROSE * texts.length
}

const lineOf = (text: string, { quotes }: Line): Line => ({
  kind: 'paragraph',
  quotes,
  gap: 0,
  content: [{ text, marks: 0, anchor: undefined }],
})

/**
 * Makes the captions of figures with one image plain texts of the image; other captions stay lines. Counts those that had
 * links or marks.
 */
export function withCaptions(lines: readonly Line[]) {
  const figures = groupBy(lines, (line) => line.figure ?? line)
  const joined = figures.map((group) => ({ group, line: joinFigure(group) }))
  return {
    lines: joined.flatMap(({ group, line }) => line ?? group),
    plainCaptions: joined.filter(({ group, line }) => line && group.some(hasFormat)).length,
  }
}

/** The image of a figure with its caption; undefined if an image cannot hold the figure without a loss of text. */
function joinFigure(lines: readonly Line[]): Line | undefined {
  const [image, ...others] = lines.filter(({ figurePart }) => !figurePart)
  const parts = lines.filter(({ figurePart }) => figurePart)
  const element = image && imageIn(image)
  if (!element || others.length > 0 || parts.length === 0 || !parts.every(isTextLine)) return
  const credit = captionText(parts.filter(({ figurePart }) => figurePart === 'credit'))
  const isCreditShort = codePoints(credit) <= MAX_IMAGE_TEXT.credit
  const caption = captionText(
    isCreditShort ? parts.filter(({ figurePart }) => figurePart === 'caption') : parts,
  )
  if (codePoints(caption) > MAX_IMAGE_TEXT.caption) return
  const texts = { ...(caption && { caption }), ...(credit && isCreditShort && { credit }) }
  return { ...image, gap: lines[0]?.gap ?? 0, content: [{ ...element, ...texts }] }
}

function imageIn({ content, item }: Line): ElementNode | undefined {
  const [only, ...others] = content
  return only && !isRun(only) && others.length === 0 && !item ? only : undefined
}

function captionText(lines: readonly Line[]): string {
  const texts = lines.map(({ content }) => content.map((part) => (isRun(part) ? part.text : '')).join(''))
  return texts.join(' ').replace(/\s+/g, ' ').trim()
}

const hasFormat = ({ figurePart, content }: Line) =>
  figurePart !== undefined && content.some((part) => isRun(part) && (part.marks !== 0 || part.anchor))

/** "***", "* * *", "⁂", "✶ ✶ ✶", "• • •": alone in a paragraph, always a scene break. */
const ORNAMENT = /^(?:[*∗](?:\s*[*∗]){2,}|⁂|([✶✷✱⁎❖◆•·~])(?:\s*\1){2})$/u
/** "#" as in manuscripts, "---" as in plain text: a scene break only between prose. */
const SIGN = /^(?:#(?:\s*#){0,2}|-(?:\s*-){2,}|[—–](?:\s*[—–-]){1,})$/u

/** Replaces paragraphs that hold only a sign of a scene break by the scene break of the block model. */
export function markSceneBreaks(blocks: readonly Block[]): Block[] {
  const texts = blocks.map(paragraphText)
  return blocks.map((block, index) => {
    if (block.type === 'block-quote' && !block.children.some(isText)) {
      return { ...block, children: markSceneBreaks(block.children as Block[]) }
    }
    const text = texts[index]?.trim() ?? ''
    // A sign that is pasted alone may be meant as text within a line.
    const isBreak =
      blocks.length > 1 &&
      (ORNAMENT.test(text) || (SIGN.test(text) && isProse(texts[index - 1]) && isProse(texts[index + 1])))
    return isBreak ? sceneBreak() : block
  })
}

/** Whether a text, alone in a paragraph, is a sign of a scene break. */
export const isSceneBreakSign = (text: string): boolean =>
  ORNAMENT.test(text.trim()) || SIGN.test(text.trim())

export const sceneBreak = (): Block => ({ type: 'paragraph', children: [{ text: SCENE_BREAK }] })

/** Several words, or the end of a sentence, unlike most cells of a table. */
const isProse = (text: string | undefined) => text !== undefined && /\S\s+\S|[.!?…:"”’»]\s*$/u.test(text)

/** Undefined for blocks other than paragraphs of text. */
const paragraphText = (block: Block): string | undefined =>
  block.type === 'paragraph' && block.children.every((child) => isText(child) || child.type === 'link')
    ? plainText([block])
    : undefined
