import { ALIGNMENTS, type Block, headingLevel, MARKS, type Mark } from '@nightdesk/contracts'
import { imageText } from '../blocks/image-text.ts'
import type { TextRun } from '../text/text-runs.ts'

/** The change in the formatting of the same words: "was bold, now a link to /ferry"; undefined if there is none. */
export const describeRuns = (before: TextRun, after: TextRun): string | undefined =>
  describe(formatsOfRun(before), formatsOfRun(after))

/** The change of a block itself: "was Heading 2, now Text"; undefined if there is none. */
export const describeBlocks = (before: Block, after: Block): string | undefined =>
  describe(formatsOfBlock(before), formatsOfBlock(after))

function describe(before: readonly string[], after: readonly string[]): string | undefined {
  const lost = before.filter((format) => !after.includes(format))
  const gained = after.filter((format) => !before.includes(format))
  const parts = [
    ...(lost.length > 0 ? [`was ${lost.join(' and ')}`] : []),
    ...(gained.length > 0 ? [`now ${gained.join(' and ')}`] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : undefined
}

const MARK_NAMES: Record<Mark, string> = {
  bold: 'bold',
  italic: 'italic',
  underline: 'underlined',
  strikethrough: 'struck through',
  code: 'code',
}

const formatsOfRun = ({ node, url }: TextRun): string[] => [
  ...MARKS.filter((mark) => node[mark] === true).map((mark) => MARK_NAMES[mark]),
  ...(url === undefined ? [] : [`a link to ${url}`]),
]

function formatsOfBlock(block: Block): string[] {
  const alignment = ALIGNMENTS.find((known) => known === block.align)
  const alt = block.type === 'image' ? imageText(block, 'alt') : ''
  return [
    blockName(block.type),
    ...(alignment ? [alignment === 'justify' ? 'justified' : `aligned ${alignment}`] : []),
    ...(typeof block.language === 'string' && block.language !== '' ? [`in ${block.language}`] : []),
    ...(alt === '' ? [] : [`described as “${alt}”`]),
  ]
}

/** The name of a type of block on the toolbar. */
export function blockName(type: string): string {
  const level = headingLevel(type)
  if (level > 0) return `Heading ${level}`
  if (type === 'paragraph') return 'Text'
  if (type === 'block-quote') return 'Quote'
  return type.charAt(0).toUpperCase() + type.slice(1).replaceAll('-', ' ')
}
