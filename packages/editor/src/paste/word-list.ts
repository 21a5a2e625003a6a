import type { Item } from './line.ts'

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
