import { HEADINGS, type Heading, type Mark } from '@nightdesk/contracts'

/** "strong becomes bold; em and i become italic; u becomes underline; del and s become strikethrough; …". */
export const MARK_OF_TAG: Readonly<Record<string, Mark | undefined>> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  u: 'underline',
  del: 'strikethrough',
  s: 'strikethrough',
  strike: 'strikethrough',
  code: 'code',
}

/** The heading of a tag, or of an element with the role and level of a heading, as in Word on the web. */
export function headingOf(tag: string, element: Element): Heading | undefined {
  if (/^h[1-6]$/.test(tag)) return HEADINGS[Number(tag[1]) - 1]
  if (element.getAttribute('role') !== 'heading') return undefined
  return HEADINGS[Number(element.getAttribute('aria-level') ?? 2) - 1]
}

const names = (list: string) => new Set(list.trim().split(/\s+/))

/** Elements that browsers do not display; their content is dropped. */
const UNSEEN = names(`
  annotation annotation-xml area audio base canvas col datalist defs desc embed frame frameset head iframe link
  meta metadata noembed noframes noscript object param script source style symbol template title track video
`)

/** Whether an element is invisible: by its tag, or hidden (Word uses `mso-hide`). */
export const isUnseen = (tag: string, element: Element, style: string): boolean =>
  UNSEEN.has(tag) ||
  element.hasAttribute('hidden') ||
  /(?:^|[;\s])display\s*:\s*none|mso-hide\s*:\s*all/i.test(style)

const BLOCKS = names(`
  address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure
  footer form h1 h2 h3 h4 h5 h6 header hgroup html legend li listing main menu nav ol optgroup option p plaintext
  pre search section select summary table tbody td textarea tfoot th thead tr ul xmp
`)

/** Blocks even if their style displays them inline. */
const ROWS = names('li tr td th')

/** Whether an element begins and ends a line. Its style overrides its tag. */
export function isBlock(tag: string, style: string): boolean {
  const display = /(?:^|[;\s])display\s*:\s*([a-z-]+)/i.exec(style)?.[1]?.toLowerCase()
  if (display === 'inline' || display === 'contents') return ROWS.has(tag)
  return (
    BLOCKS.has(tag) ||
    (display !== undefined && /^(?:block|flow-root|list-item|flex|grid|table)/.test(display))
  )
}

/** Whether an element is a flex or grid container, whose children are all blocks. */
export const laysOut = (style: string): boolean => /display\s*:\s*(?:inline-)?(?:flex|grid)\b/i.test(style)

/** `pre`, and the monospace `div` with preserved white space that code editors copy. */
export const isCode = (tag: string, style: string): boolean =>
  /^(?:pre|listing|xmp|plaintext)$/.test(tag) ||
  (tag === 'div' && keepsSpace(style) && /font-family\s*:[^;]*\bmonospace\b/i.test(style))

export const keepsSpace = (style: string): boolean =>
  /(?:^|[;\s])white-space(?:-collapse)?\s*:\s*(?:pre\b|break-spaces|preserve)/i.test(style) &&
  !/white-space\s*:\s*pre-line/i.test(style)
