import { ALIGNMENTS, type Alignment } from '@nightdesk/contracts'

const ALIGNED = /(?:^|[;\s])text-align\s*:\s*([a-z]+)/i
/** Tables align their cells, and mails lay themselves out with them. */
const CELLS = new Set(['table', 'td', 'th', 'tr'])
const ATTRIBUTED = /^(?:p|div|h[1-6]|center)$/

/** How text is set within an element; undefined for from the beginning of the line, which needs no word. */
export function alignWithin(
  element: Element,
  tag: string,
  style: string,
  parent: Alignment | undefined,
): Alignment | undefined {
  if (CELLS.has(tag)) return undefined
  if (tag === 'center') return 'center'
  const attribute = ATTRIBUTED.test(tag) ? element.getAttribute('align') : null
  const value = (ALIGNED.exec(style)?.[1] ?? attribute)?.toLowerCase()
  if (value === undefined) return parent
  // Where text runs from the right, that is its beginning.
  const isBeginning = value === (element.closest('[dir=rtl]') ? 'right' : 'left')
  return isBeginning ? undefined : ALIGNMENTS.find((known) => known === value)
}
