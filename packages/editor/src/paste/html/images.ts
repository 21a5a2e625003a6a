import { type ElementNode, isSafeImageUrl, isSafeUrl, MAX_IMAGE_TEXT } from '@nightdesk/contracts'

const EMOJI =
  /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[#*\d]\ufe0f|[\u200d\ufe0f\u20e3])+$/u

/** "image with url from src (empty if none)": a URL that may not be stored, such as a data URL, counts as none. */
export function imageOf(element: Element): ElementNode {
  const url = cleanUrl(element.getAttribute('src'))
  const alt = [...altOf(element)].slice(0, MAX_IMAGE_TEXT.alt).join('')
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

const altOf = (element: Element) =>
  (element.getAttribute('alt') ?? '').replaceAll('\0', '').toWellFormed().replace(/\s+/g, ' ').trim()
