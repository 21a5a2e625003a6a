import { type Block, cutTo, type ElementNode, isInline, isText, type Node } from '@nightdesk/contracts'
import { isList } from '../normal-form.ts'
import { CAPTION_KEYS, headingLevels, imageText } from '../stored-blocks.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
export const words = new Intl.Segmenter('en', { granularity: 'word' })

/** The text of blocks without marks; a line ends with each block and each soft line break. */
export const plainText = (blocks: readonly Node[]): string => blocks.flatMap(linesOf).join('\n')

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

/** A quick test: most text has nothing to replace. */
const UNEVEN = /\s\s|[^\S ]/

export const onOneLine = (text: string): string =>
  (UNEVEN.test(text) ? text.replace(/\s+/g, ' ') : text).trim()

/** The words of a text by Unicode segmentation, which also finds words in languages without spaces. */
export function wordsIn(text: string): string[] {
  const found: string[] = []
  for (const { segment, isWordLike } of words.segment(text)) if (isWordLike) found.push(segment)
  return found
}

/** The words of blocks. */
export const wordsOf = (blocks: readonly Node[]): string[] => wordsIn(plainText(blocks))

/** How many words blocks hold. */
export function wordCount(blocks: readonly Node[]): number {
  const counting = countWords(blocks)
  let piece = counting.next()
  while (!piece.done) piece = counting.next()
  return piece.value
}

/**
 * Words of Latin letters and digits, and what shows that a line has others, or that it is not sure where its words end. Few lines
 * have that, and looking for it takes a sixth of the time of the segmentation, which finds the same words.
 */
const LETTERS = 'A-Za-zÀ-ÖØ-öø-ɏ'
const LATIN_WORD = new RegExp(`[${LETTERS}0-9]+(?:['‘’][${LETTERS}0-9]+)*`, 'g')
const NOT_LATIN = new RegExp(
  `[^${LETTERS}0-9 \\n\\u00a0,;.:!?"'“”‘’()…–—-]|[.:][${LETTERS}]|[.,;:'‘’][0-9]|[0-9]['‘’]`,
)

/** Segments that are counted without a pause. */
const PIECE = 1_000

/** Counts the words of blocks as `wordsIn` finds them, but yields regularly, so that a page stays responsive. */
export function* countWords(blocks: readonly Node[]): Generator<undefined, number> {
  let [count, seen] = [0, 0]
  // No word goes on in the next line.
  for (const line of blocks.flatMap(linesOf)) {
    if (!NOT_LATIN.test(line)) {
      LATIN_WORD.lastIndex = 0
      while (LATIN_WORD.test(line)) count++
      continue
    }
    for (const { isWordLike } of words.segment(line)) {
      if (isWordLike) count++
      if (++seen % PIECE === 0) yield
    }
  }
  return count
}

/** Words an adult reads in a minute: Brysbaert 2019, silent reading of English fiction and non-fiction. */
export const WORDS_PER_MINUTE = 238

/** Whole minutes, rounded up; 0 for no words. */
export const readingMinutes = (wordCount: number): number => Math.ceil(wordCount / WORDS_PER_MINUTE)

/** Characters that are one grapheme each. The character after the cut must match too, or it may combine with the last. */
const SIMPLE = /^[\x20-\x7e\xa0-\u02ff\u2010-\u2027]*$/

/** At most `length` graphemes of a text, and an ellipsis if text was cut. */
export function truncate(text: string, length: number): string {
  const end = endOf(text, length)
  return end === text.length ? text : `${text.slice(0, end)}…`
}

/** As {@link truncate}, but ends with a whole word. A single long word is cut. */
export function truncateAtWord(text: string, length: number): string {
  const end = endOf(text, length)
  if (end === text.length) return text
  let cut = wordEnd(text, end)
  while (cut > 0 && DANGLING.test(text.charAt(cut - 1))) cut--
  return `${text.slice(0, cut || end)}…`
}

/** Punctuation that belongs to a word which was cut off. */
const DANGLING = /^[\s,;:\p{Pd}\p{Ps}\p{Pi}]$/u

const BLANK = /\s/

/** The index at which at most `length` graphemes end. */
function endOf(text: string, length: number): number {
  if (text.length <= length) return text.length
  if (SIMPLE.test(text.slice(0, length + 1))) return length
  let count = 0
  for (const { index } of graphemes.segment(text)) {
    if (count === length) return index
    count++
  }
  return text.length
}

/** The end of the last whole word: at a blank, or by Unicode segmentation if there is no blank in the second half. */
function wordEnd(text: string, end: number): number {
  let blank = end
  while (blank >= 0 && !BLANK.test(text.charAt(blank))) blank--
  if (blank * 2 >= end) return blank
  let last = end
  for (const { index } of words.segment(text.slice(0, 2 * end))) {
    if (index > end) break
    last = index
  }
  return last === 0 ? end : last
}

export interface OutlineEntry {
  /** Level in the outline, from 1. */
  level: number
  text: string
  /** Index among the top-level blocks. */
  index: number
  /** Unique in the text. It does not change unless this heading or an earlier one changes. */
  id: string
}

/** In code points: an id may end within a grapheme, because nobody reads it. */
const MAX_ID = 60

/** Ids of the page of a story that a heading could have too. */
const PAGE_IDS = ['main', 'menu', 'corrections', 'corrections-title']

/** The top-level headings in order, without empty ones. */
export function outline(blocks: readonly Block[]): OutlineEntry[] {
  const levels = headingLevels(blocks)
  const used = new Set(PAGE_IDS)
  const next = new Map<string, number>()
  return blocks.flatMap((block, index) => {
    const level = levels.get(block)
    const text = level ? onOneLine(plainText([block])) : ''
    if (!level || text === '') return []
    const id = unused(slug(text), used, next)
    used.add(id)
    return [{ level, text, index, id }]
  })
}

/** Letters, marks and digits of any script; all between them becomes a hyphen. */
function slug(text: string): string {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  return words ? cutTo(words.join('-'), MAX_ID) : 'section'
}

/** `next` holds the first number to try for each id, so that many equal headings take linear time. */
function unused(id: string, used: ReadonlySet<string>, next: Map<string, number>): string {
  if (!used.has(id)) return id
  let number = next.get(id) ?? 2
  while (used.has(`${id}-${number}`)) number++
  next.set(id, number + 1)
  return `${id}-${number}`
}
