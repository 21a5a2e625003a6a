import { ALIGNMENTS, type Alignment } from '@nightdesk/contracts'

const ALIGNED = /(?:^|[;\s])text-align\s*:\s*([a-z]+)/i
/** Alignment in tables is ignored: tables align their cells, and mails use tables for layout. */
const CELLS = new Set(['table', 'td', 'th', 'tr'])
const ATTRIBUTED = /^(?:p|div|h[1-6]|center)$/

/** The alignment within an element; undefined for the start of the line, which is the default. */
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
  // In right-to-left text, the start of the line is on the right.
  const isBeginning = value === (element.closest('[dir=rtl]') ? 'right' : 'left')
  return isBeginning ? undefined : ALIGNMENTS.find((known) => known === value)
}
