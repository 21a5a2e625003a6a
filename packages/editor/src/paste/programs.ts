import { type ElementNode, isSafeImageUrl, isSafeUrl } from '@nightdesk/contracts'
import { altFrom, type Item, type Line } from './lines.ts'

const COMMENT = /(?:^|[;\s])mso-element\s*:\s*comment(?:-list)?(?![\w-])/i
/** In the HTML of Google Docs: the link from commented text to its comment, and the link back. */
const DOCS_MARK = 'a[href^="#cmnt"][id^="cmnt_ref"]'
const DOCS_COMMENT = 'a[href^="#cmnt_ref"][id^="cmnt"]'
const CLASSES = /^(?:msocomanchor|msocomtxt|msocomoff|MsoCommentReference)$/i

/** Whether an element is a comment of Word or Google Docs, or a reference to one. */
export const isComment = (element: Element, style: string): boolean =>
  COMMENT.test(style) || [...element.classList].some((name) => CLASSES.test(name)) || isOfDocs(element)

/** The number of comments in an element that {@link isComment}; references are not counted. */
export const countComments = (element: Element): number =>
  element.querySelectorAll(`[id^="_com_"], .msocomtxt, ${DOCS_COMMENT}`).length

/** A reference, in superscript or not, or the box of a comment below the text, which begins with the link back. */
function isOfDocs(element: Element): boolean {
  const tag = element.localName
  if (tag === 'a') return element.matches(DOCS_MARK)
  const [first] = element.children
  if (tag === 'sup') return element.children.length === 1 && first?.matches(DOCS_MARK) === true
  return tag === 'div' && first?.firstElementChild?.matches(DOCS_COMMENT) === true
}

/** The figure around a text, and whether the text is its caption or the credit within it. */
type FigurePlace = Pick<Line, 'figure' | 'figurePart'>

/** Classes of WordPress’s classic editor, which writes figures as `div`. */
const FIGURE = 'wp-caption'
const CAPTION = 'wp-caption-text'
/** A class such as `credit`, `photo-credit` or `image__credits`. */
const CREDIT = /(?:^|[-_])credits?(?:$|[-_])/i

/** The place within an element. A credit counts only if the document marks it as one. */
export function figureWithin(element: Element, tag: string, parent: FigurePlace): FigurePlace {
  const classes = [...element.classList]
  if (tag === 'figure' || classes.includes(FIGURE)) {
    return { figure: {}, figurePart: undefined }
  }
  const { figure, figurePart } = parent
  if (!figure || figurePart === 'credit') return { figure, figurePart }
  if (figurePart === 'caption')
    return { figure, figurePart: isCredit(element, classes) ? 'credit' : 'caption' }
  const isCaption = tag === 'figcaption' || classes.includes(CAPTION)
  return { figure, figurePart: isCaption ? 'caption' : undefined }
}

const isCredit = (element: Element, classes: readonly string[]) =>
  element.getAttribute('itemprop') === 'creditText' || classes.some((name) => CREDIT.test(name))

const EMOJI =
  /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[#*\d]\ufe0f|[\u200d\ufe0f\u20e3])+$/u

/** "image with url from src (empty if none)": a URL that may not be stored, such as a data URL, counts as none. */
export function imageOf(element: Element): ElementNode {
  const url = cleanUrl(element.getAttribute('src'))
  const alt = altOf(element)
  return {
    type: 'image',
    url: isSafeImageUrl(url) ? url : '',
    ...(alt !== '' && { alt }),
    children: [{ text: '' }],
  }
}

/** The character of an emoji that a chat or mail program shows as an image. */
export function emojiOf(element: Element): string | undefined {
  const alt = altOf(element)
  return EMOJI.test(alt) ? alt : undefined
}

/** Invisible images of one pixel tell the sender of a mail that it was read. */
export const isTracker = (element: Element): boolean =>
  ['width', 'height'].every((side) => /^[01](?:px)?$/.test(element.getAttribute(side) ?? ''))

/** "url from href (empty if none)": an unsafe URL counts as none. */
export function linkUrlOf(element: Element): string {
  const url = cleanUrl(element.getAttribute('href'))
  return isSafeUrl(url) ? url : ''
}

/** Removes what browsers ignore in a URL attribute. */
const cleanUrl = (value: string | null) => (value ?? '').replace(/[\t\n\r]/g, '').trim()

const altOf = (element: Element) => altFrom(element.getAttribute('alt') ?? '')

/** Attributes with the level of an item, for editors that do not nest lists; 0 is the outermost. */
const FROM_ZERO = ['data-stringify-indent', 'data-indent']
/** As above, but 1 is the outermost: Google Docs, Word on the web. */
const FROM_ONE = ['aria-level', 'data-aria-level']

/** The level that an item of Slack, Quill, Google Docs or Word declares, from 1; 0 if it declares none. */
export function namedLevel(item: Element): number {
  for (const name of FROM_ONE) if (item.hasAttribute(name)) return count(item.getAttribute(name))
  for (const name of FROM_ZERO) if (item.hasAttribute(name)) return count(item.getAttribute(name)) + 1
  const indent = /(?:^|\s)ql-indent-(\d)(?:\s|$)/.exec(item.getAttribute('class') ?? '')
  return indent ? count(indent[1]) + 1 : 0
}

const count = (value: string | null | undefined) => (/^\d{1,2}$/.test(value ?? '') ? Number(value) : 0)

const LIST = /(?:^|[;\s])mso-list\s*:\s*l\d+\s+level(\d+)/i
const MARKER = /(?:^|[;\s])mso-list\s*:\s*ignore/i
/** "1.", "(a)", "iv)". All other markers, such as "·" or "o", are bullets. */
const NUMBER = /^\(?[\p{L}\p{N}]{1,7}(?:\.\d+)*[.):、]/u

/** Word on the desktop writes items as paragraphs with the list level in their style. */
export function wordItem(style: string): Item | undefined {
  const level = LIST.exec(style)?.[1]
  return level ? { level: Number(level), isNumbered: false, number: undefined } : undefined
}

/** Whether an element is the bullet or number that Word writes before an item. */
export const isWordMarker = (style: string): boolean => MARKER.test(style)

/** The number of a marker in digits. */
export function numberOfMarker(marker: string): number | undefined {
  const digits = /^\(?(\d{1,9})[.):、]\s*$/.exec(marker.trim())?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** A paragraph without a marker that continues the item above. */
export const isContinuation = (tag: string, element: Element): boolean =>
  tag === 'p' && [...element.classList].some((name) => /^MsoList(?:Paragraph|Continue)/.test(name))

export const isNumber = (marker: string): boolean => NUMBER.test(marker.trim())
