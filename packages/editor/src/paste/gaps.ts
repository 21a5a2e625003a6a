import { SCENE_BREAK } from '../blocks/scene-break.ts'
import { isRun, type Line } from './line.ts'

/** Average characters of a paragraph. Shorter paragraphs are verse, whose stanzas are separated by an empty line. */
const PROSE = 40
/** At most this share of the gaps between paragraphs are scene breaks: if more are wide, it is the document’s spacing. */
const RARELY = 1 / 3

/**
 * Inserts breaks where a document has unusually many empty paragraphs: writers separate scenes so in Word and Google
 * Docs. Empty paragraphs between most others are spacing, and are dropped.
 */
export function withBreaks(lines: readonly Line[]): Line[] {
  const gaps = lines.map((line, index) => (isBetween(lines[index - 1], line) ? line.gap : undefined))
  const between = gaps.filter((gap) => gap !== undefined)
  const usual = usualGap(between)
  const wider = between.filter((gap) => gap > usual).length
  if (wider === 0 || wider > between.length * RARELY) return [...lines]
  const text = isProse(lines) ? SCENE_BREAK : ''
  return lines.flatMap((line, index) => {
    const isBreak = (gaps[index] ?? 0) > usual
    return isBreak ? [lineOf(text, line), line] : [line]
  })
}

/** The median number of empty paragraphs between two. */
const usualGap = (gaps: readonly number[]): number =>
  gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0

const isBetween = (before: Line | undefined, line: Line) =>
  before !== undefined && isText(before) && isText(line) && before.quotes.at(-1) === line.quotes.at(-1)

const isText = ({ kind, item, content }: Line) => kind === 'paragraph' && !item && content.every(isRun)

function isProse(lines: readonly Line[]): boolean {
  const lengths = lines
    .filter(isText)
    .map(({ content }) => content.reduce((sum, part) => sum + lengthOf(part), 0))
  return lengths.reduce((sum, length) => sum + length, 0) >= PROSE * lengths.length
}

const lengthOf = (part: Line['content'][number]) => (isRun(part) ? part.text.length : 0)

const lineOf = (text: string, { quotes }: Line): Line => ({
  kind: 'paragraph',
  quotes,
  item: undefined,
  align: undefined,
  gap: 0,
  content: [{ text, marks: 0, anchor: undefined }],
})
