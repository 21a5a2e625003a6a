import { codePoints, type ElementNode, MAX_IMAGE_TEXT } from '@nightdesk/contracts'
import { isRun, type Line, type Run } from './line.ts'

/** Lines whose captions are texts of their images. */
interface Captioned {
  lines: Line[]
  /** The number of captions that had links or marks. */
  plainCaptions: number
}

/** Makes the captions of figures with one image plain texts of the image. Other captions stay lines. */
export function withCaptions(lines: readonly Line[]): Captioned {
  const captioned: Captioned = { lines: [], plainCaptions: 0 }
  for (let at = 0; at < lines.length; ) {
    const end = endOfFigure(lines, at)
    const group = lines.slice(at, end)
    const line = joinFigure(group)
    captioned.lines.push(...(line ? [line] : group))
    if (line && group.some(hasFormat)) captioned.plainCaptions++
    at = end
  }
  return captioned
}

/** The index after the adjacent lines of the figure that a line belongs to. */
function endOfFigure(lines: readonly Line[], from: number): number {
  const figure = lines[from]?.figure
  let end = from + 1
  while (figure && lines[end]?.figure === figure) end++
  return end
}

/** The image of a figure with its caption; undefined if an image cannot hold the figure without a loss of text. */
function joinFigure(lines: readonly Line[]): Line | undefined {
  const [image, ...others] = lines.filter(({ figurePart }) => !figurePart)
  const parts = lines.filter(({ figurePart }) => figurePart)
  const element = image && imageIn(image)
  if (!element || others.length > 0 || parts.length === 0 || !parts.every(isPlainLine)) return
  const credit = textOf(parts.filter(({ figurePart }) => figurePart === 'credit'))
  const isCreditShort = codePoints(credit) <= MAX_IMAGE_TEXT.credit
  const caption = textOf(isCreditShort ? parts.filter(({ figurePart }) => figurePart === 'caption') : parts)
  if (codePoints(caption) > MAX_IMAGE_TEXT.caption) return
  const texts = { ...(caption && { caption }), ...(credit && isCreditShort && { credit }) }
  return { ...image, gap: lines[0]?.gap ?? 0, content: [{ ...element, ...texts }] }
}

function imageIn({ content, item }: Line): ElementNode | undefined {
  const [only, ...others] = content
  return only && !isRun(only) && others.length === 0 && !item ? only : undefined
}

const isPlainLine = ({ kind, item, content }: Line) => kind === 'paragraph' && !item && content.every(isRun)

const textOf = (lines: readonly Line[]) =>
  lines
    .map(({ content }) =>
      runsOf(content)
        .map(({ text }) => text)
        .join(''),
    )
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()

const hasFormat = ({ figurePart, content }: Line) =>
  figurePart !== undefined && runsOf(content).some(({ marks, anchor }) => marks !== 0 || anchor)

const runsOf = (content: Line['content']): Run[] => content.filter(isRun)
