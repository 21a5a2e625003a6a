import type { Item } from './line.ts'

const LIST = /(?:^|[;\s])mso-list\s*:\s*l\d+\s+level(\d+)/i
const MARKER = /(?:^|[;\s])mso-list\s*:\s*ignore/i
/** "1.", "(a)", "iv)": anything else before an item, such as "·" or "o", is a bullet. */
const NUMBER = /^\(?[\p{L}\p{N}]{1,7}(?:\.\d+)*[.):、]/u

/** Word on the desktop writes items as paragraphs, and says in their style at which level of a list they stand. */
export function wordItem(style: string): Item | undefined {
  const level = LIST.exec(style)?.[1]
  return level ? { level: Number(level), isNumbered: false } : undefined
}

/** Whether an element is the bullet or number that Word writes before an item. */
export const isWordMarker = (style: string): boolean => MARKER.test(style)

export const isNumber = (marker: string): boolean => NUMBER.test(marker.trim())
