import { MARKS, type Mark } from '@nightdesk/contracts'
import { MARK_OF_TAG } from './tags.ts'

/** The marks of a text as a bit mask, which is cheap to inherit and to compare. */
export type MarkBits = number

const BIT: Readonly<Record<Mark, MarkBits>> = { bold: 1, italic: 2, underline: 4, strikethrough: 8, code: 16 }

export const CODE_BIT = BIT.code

/** The set marks as keys of a text. */
export const marksOf = (bits: MarkBits): Partial<Record<Mark, true>> =>
  Object.fromEntries(MARKS.filter((mark) => bits & BIT[mark]).map((mark) => [mark, true]))

export interface MarkContext {
  marks: MarkBits
  /** The underline of links and the bold of headings are their style, not marks. */
  isLinked: boolean
  isHeading: boolean
}

/**
 * The marks within an element. Google Docs, Word and Pages write them as styles, and Google Docs wraps everything it
 * copies in a `b` with normal weight: therefore the style overrides the tag.
 */
export function marksWithin(tag: string, style: string, parent: MarkContext): MarkBits {
  const mark = MARK_OF_TAG[tag]
  let bits = mark ? parent.marks | BIT[mark] : parent.marks
  if (style === '') return bits
  const weight = valueIn(style, WEIGHT)
  if (weight && !parent.isHeading) bits = set(bits, BIT.bold, isBold(weight))
  else if (weight && mark === 'bold' && !isBold(weight)) bits = set(bits, BIT.bold, false)
  const slant = valueIn(style, SLANT)
  if (slant) bits = set(bits, BIT.italic, /^(?:italic|oblique)/.test(slant))
  const lines = valueIn(style, LINES) ?? ''
  if (lines.includes('underline') && !parent.isLinked) bits |= BIT.underline
  if (lines.includes('line-through')) bits |= BIT.strikethrough
  return bits
}

const WEIGHT = /(?:^|[;\s{])font-weight\s*:\s*([a-z0-9]+)/i
const SLANT = /(?:^|[;\s{])font-style\s*:\s*([a-z]+)/i
const LINES = /(?:^|[;\s{])text-decoration(?:-line)?\s*:\s*([^;]+)/i

const valueIn = (style: string, property: RegExp) => property.exec(style)?.[1]?.toLowerCase()

/** Weights from 600 are bold. */
const isBold = (weight: string) => weight.startsWith('bold') || Number(weight) >= 600

const set = (bits: MarkBits, bit: MarkBits, on: boolean): MarkBits => (on ? bits | bit : bits & ~bit)
