import { type Block, headingLevel, isText, type Node } from '@nightdesk/contracts'
import { isList } from './normal-form.ts'

/** "the plain text of the content cut at 150 characters plus an ellipsis". */
export const EXCERPT_LENGTH = 150
/** Words an adult reads in a minute: Brysbaert 2019, silent reading of English fiction and non-fiction. */
export const WORDS_PER_MINUTE = 238

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('en', { granularity: 'word' })

/** The text of blocks without marks: one line per block or soft line break. */
export function plainText(blocks: readonly Node[]): string {
  return blocks.flatMap(linesOf).join('\n')
}

/** The words of a text as Unicode tells them apart, so that languages without spaces have some too. */
export function wordsIn(text: string): string[] {
  const found: string[] = []
  for (const { segment, isWordLike } of words.segment(text)) if (isWordLike) found.push(segment)
  return found
}

/** The words of blocks. */
export const wordsOf = (blocks: readonly Node[]): string[] => wordsIn(plainText(blocks))

/** How many words blocks hold. */
export const wordCount = (blocks: readonly Node[]): number => wordsOf(blocks).length

/** Whole minutes, at least one for any text, none for no text. */
export const readingMinutes = (wordCount: number): number => Math.ceil(wordCount / WORDS_PER_MINUTE)

/** The beginning of the text on one line, at most `length` graphemes and an ellipsis if something was cut. */
export function excerpt(blocks: readonly Node[], length = EXCERPT_LENGTH): string {
  let text = ''
  for (const block of blocks) {
    const line = onOneLine(linesOf(block).join(' '))
    text = text && line ? `${text} ${line}` : text || line
    const beginning = truncate(text, length)
    // The rest of a long story need not be looked at.
    if (beginning !== text) return beginning
  }
  return text
}

/** Looked at first, since most text has nothing to replace. */
const UNEVEN = /\s\s|[^\S ]/

const onOneLine = (text: string): string => (UNEVEN.test(text) ? text.replace(/\s+/g, ' ') : text).trim()

/** Characters that are a grapheme each; the first one after the cut must be too, or it may belong to the last before. */
const SIMPLE = /^[\x20-\x7e\xa0-\u02ff\u2010-\u2027]*$/

/** At most `length` graphemes of a text, and an ellipsis if something was cut. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text
  if (SIMPLE.test(text.slice(0, length + 1))) return `${text.slice(0, length)}…`
  let count = 0
  for (const { index } of graphemes.segment(text)) {
    if (count === length) return `${text.slice(0, index)}…`
    count++
  }
  return text
}

export interface HeadingEntry {
  /** 1 to 6. */
  level: number
  text: string
  /** Position among the top-level blocks. */
  index: number
}

/** The headings that stand at the top level, in order; empty ones are left out. */
export function headings(blocks: readonly Block[]): HeadingEntry[] {
  return blocks.flatMap((block, index) => {
    const level = headingLevel(block.type)
    const text = onOneLine(plainText([block]))
    return level > 0 && text !== '' ? [{ level, text, index }] : []
  })
}

/** An element whose children are text is one piece; other elements are as many as they hold. */
function linesOf(node: Node): string[] {
  if (isText(node)) return [node.text]
  const [first] = node.children
  // Most paragraphs are one text.
  if (first && node.children.length === 1 && isText(first)) return [first.text]
  if (node.children.every(isText))
    return node.children.length > 0 ? [node.children.map(({ text }) => text).join('')] : []
  if (!node.children.some(isInline)) return node.children.flatMap(linesOf)
  const lists = node.children.filter(isList)
  const line = node.children.filter((child) => !isList(child)).map(inlineText)
  return [line.join(''), ...lists.flatMap(linesOf)]
}

const inlineText = (node: Node): string => (isText(node) ? node.text : node.children.map(inlineText).join(''))
const isInline = (node: Node) => isText(node) || node.type === 'link'
