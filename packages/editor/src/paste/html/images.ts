import { type ElementNode, isSafeImageUrl, isSafeUrl } from '@nightdesk/contracts'

const MAX_ALT = 500
const EMOJI =
  /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[#*\d]\ufe0f|[\u200d\ufe0f\u20e3])+$/u

/** "image with url from src (empty if none)": an address that may not be stored, such as of data, counts as none. */
export function imageOf(element: Element): ElementNode {
  const url = cleanUrl(element.getAttribute('src'))
  const alt = [...altOf(element)].slice(0, MAX_ALT).join('')
  return {
    type: 'image',
    url: isSafeImageUrl(url) ? url : '',
    ...(alt !== '' && { alt }),
    children: [{ text: '' }],
  }
}

/** The emoji that chats and mail programs show as a picture: it is read as a character, and so is text. */
export function emojiOf(element: Element): string | undefined {
  const alt = altOf(element)
  return EMOJI.test(alt) ? alt : undefined
}

/** Pictures of a single dot tell a sender that a mail was read; nobody sees them. */
export const isTracker = (element: Element): boolean =>
  ['width', 'height'].every((side) => /^[01](?:px)?$/.test(element.getAttribute(side) ?? ''))

/** "url from href (empty if none)": one that is not safe counts as none. */
export function linkUrlOf(element: Element): string {
  const url = cleanUrl(element.getAttribute('href'))
  return isSafeUrl(url) ? url : ''
}

/** As browsers read an attribute that holds a URL. */
const cleanUrl = (value: string | null) => (value ?? '').replace(/[\t\n\r]/g, '').trim()

const altOf = (element: Element) =>
  (element.getAttribute('alt') ?? '').replaceAll('\0', '').toWellFormed().replace(/\s+/g, ' ').trim()
