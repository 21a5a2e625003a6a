import { type Block, type ElementNode, isInline, isText, type Node } from '@nightdesk/contracts'
import { CAPTION_KEYS, imageText } from '../blocks/image-text.ts'
import { isList } from '../normal-form/normal-form.ts'
import { headingLevels } from '../render/heading-levels.ts'
import { onOneLine } from './truncate.ts'

/** Words an adult reads in a minute: Brysbaert 2019, silent reading of English fiction and non-fiction. */
export const WORDS_PER_MINUTE = 238

const words = new Intl.Segmenter('en', { granularity: 'word' })

/** The text of blocks without marks; a line ends with each block and each soft line break. */
export function plainText(blocks: readonly Node[]): string {
  return blocks.flatMap(linesOf).join('\n')
}

/** The words of a text by Unicode segmentation, which also finds words in languages without spaces. */
export function wordsIn(text: string): string[] {
  const found: string[] = []
  for (const { segment, isWordLike } of words.segment(text)) if (isWordLike) found.push(segment)
  return found
}

/** The words of blocks. */
export const wordsOf = (blocks: readonly Node[]): string[] => wordsIn(plainText(blocks))

/** How many words blocks hold. */
export const wordCount = (blocks: readonly Node[]): number => wordsOf(blocks).length

/** Segments that are counted without a pause. */
const PIECE = 1_000

/** Counts the words of blocks as `wordCount` does, but yields regularly, so that a page stays responsive. */
export function* countWords(blocks: readonly Node[]): Generator<undefined, number> {
  let [count, seen] = [0, 0]
  for (const { isWordLike } of words.segment(plainText(blocks))) {
    if (isWordLike) count++
    if (++seen % PIECE === 0) yield
  }
  return count
}

/** Whole minutes, rounded up; 0 for no words. */
export const readingMinutes = (wordCount: number): number => Math.ceil(wordCount / WORDS_PER_MINUTE)

export interface HeadingEntry {
  /** Level in the outline, from 1. */
  level: number
  text: string
  /** Index among the top-level blocks. */
  index: number
}

/** The top-level headings in order, without empty ones. */
export function headings(blocks: readonly Block[]): HeadingEntry[] {
  const levels = headingLevels(blocks)
  return blocks.flatMap((block, index) => {
    const level = levels.get(block)
    const text = onOneLine(plainText([block]))
    return level && text !== '' ? [{ level, text, index }] : []
  })
}

/** An element with text is one line, and so are caption and credit of an image; others have the lines of their children. */
export function linesOf(node: Node): string[] {
  if (isText(node)) return [node.text]
  if (node.type === 'image') return [captionLine(node)]
  const [first] = node.children
  // A fast path: most paragraphs have a single text.
  if (first && node.children.length === 1 && isText(first)) return [first.text]
  if (node.children.every(isText))
    return node.children.length > 0 ? [node.children.map(({ text }) => text).join('')] : []
  if (!node.children.some(isInline)) return node.children.flatMap(linesOf)
  const lists = node.children.filter(isList)
  const line = node.children.filter((child) => !isList(child)).map(inlineText)
  return [line.join(''), ...lists.flatMap(linesOf)]
}

const captionLine = (image: ElementNode) =>
  CAPTION_KEYS.map((key) => imageText(image, key))
    .join(' ')
    .trim()

const inlineText = (node: Node): string => (isText(node) ? node.text : node.children.map(inlineText).join(''))
