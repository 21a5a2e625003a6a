import { type Block, isInline, isText, type Node } from '@nightdesk/contracts'
import { isList } from '../normal-form/normal-form.ts'
import { headingLevels } from '../render/heading-levels.ts'
import { onOneLine } from './truncate.ts'

/** Words an adult reads in a minute: Brysbaert 2019, silent reading of English fiction and non-fiction. */
export const WORDS_PER_MINUTE = 238

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

/** Segments of a text that are counted at a time. */
const PIECE = 1_000

/** Counts the words of blocks as `wordCount` does, and pauses after every piece: a page has other things to do. */
export function* countWords(blocks: readonly Node[]): Generator<undefined, number> {
  let [count, seen] = [0, 0]
  for (const { isWordLike } of words.segment(plainText(blocks))) {
    if (isWordLike) count++
    if (++seen % PIECE === 0) yield
  }
  return count
}

/** Whole minutes, at least one for any text, none for no text. */
export const readingMinutes = (wordCount: number): number => Math.ceil(wordCount / WORDS_PER_MINUTE)

export interface HeadingEntry {
  /** How deep it stands in the outline, from 1. */
  level: number
  text: string
  /** Position among the top-level blocks. */
  index: number
}

/** The headings that stand at the top level, in order; empty ones are left out. */
export function headings(blocks: readonly Block[]): HeadingEntry[] {
  const levels = headingLevels(blocks)
  return blocks.flatMap((block, index) => {
    const level = levels.get(block)
    const text = onOneLine(plainText([block]))
    return level && text !== '' ? [{ level, text, index }] : []
  })
}

/** An element whose children are text is one piece; other elements are as many as they hold. */
export function linesOf(node: Node): string[] {
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
