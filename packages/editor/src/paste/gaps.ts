import { SCENE_BREAK } from '../blocks/scene-break.ts'
import { isRun, type Line } from './line.ts'

/** Shorter ones are verse, whose stanzas an empty line parts. */
const PROSE = 40
/** Of the places between paragraphs, at most this part is a change of scene: more is how the document is spaced. */
const RARELY = 1 / 3

/**
 * The lines with breaks where a document has empty paragraphs and elsewhere none: so writers part scenes in Word and
 * Google Docs. Empty paragraphs between most others are spacing, and go.
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

/** How many empty paragraphs stand between two, as a rule. */
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
