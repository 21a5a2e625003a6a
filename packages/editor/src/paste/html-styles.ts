import { ALIGNMENTS, type Alignment, HEADINGS, type Heading, type Mark } from '@nightdesk/contracts'
import { MARK_BITS, type MarkBits } from '../stored-blocks.ts'

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

const CLASS = /^([a-z][a-z0-9]*)?\.([\w-]{1,60})$/i
/** The declarations that blocks can represent; others are dropped to save time. */
const REPRESENTABLE =
  /^\s*(?:font-weight|font-style|text-decoration(?:-line)?|text-align|vertical-align)\s*:\s*[\w\s-]{1,60}$/i
const MAX_CLASSES = 5_000

/** Styles by class name, and by tag and class name: "i1", "span.i1". The later of two rules wins. */
export type ClassStyles = Map<string, { order: number; style: string }>

/**
 * Adds the class rules of a style sheet, with which Word, Google Docs, Pages and Notes write italics and alignment: rules
 * of a single class such as `span.s1 {font-style: italic}`.
 */
export function readClassStyles(sheet: Element, styles: ClassStyles): void {
  let order = styles.size
  for (const rule of withoutComments(sheet.textContent ?? '').split('}')) {
    const at = rule.lastIndexOf('{')
    const selectors = rule.slice(0, Math.max(0, at)).split(/[{;]/).at(-1) ?? ''
    const declarations = at === -1 ? '' : rule.slice(at + 1)
    const representable = declarations.split(';').filter((declaration) => REPRESENTABLE.test(declaration))
    if (representable.length === 0) continue
    const latest = inForce(representable.toReversed())
    for (const selector of selectors.split(',')) {
      const [, tag, name] = CLASS.exec(selector.trim()) ?? []
      if (!name || styles.size >= MAX_CLASSES) continue
      const key = tag ? `${tag.toLowerCase()}.${name}` : name
      const known = styles.get(key)?.style.split(';') ?? []
      styles.set(key, { order: order++, style: inForce([...latest, ...known]).join(';') })
    }
  }
}

/** Of declarations, the latest first, those that no later one replaces. A sheet may style a class again and again. */
function inForce(declarations: readonly string[]): string[] {
  const properties = declarations.map((declaration) => declaration.split(':')[0]?.trim().toLowerCase())
  return declarations.filter((_, index) => properties.indexOf(properties[index]) === index)
}

const withoutComments = (sheet: string) =>
  sheet
    .split('/*')
    .map((part, index) => (index === 0 ? part : (part.split('*/')[1] ?? '')))
    .join(' ')
    .replace(/<!--|-->/g, ' ')

/** The styles of an element’s classes, the winning declarations first. */
export function classStyleOf(element: Element, tag: string, styles: ClassStyles): string {
  if (styles.size === 0) return ''
  const found = [...element.classList].flatMap((name) => [
    styles.get(name) ?? [],
    styles.get(`${tag}.${name}`) ?? [],
  ])
  const latestFirst = found.flat().toSorted((a, b) => b.order - a.order)
  return latestFirst.map(({ style }) => style).join(';')
}

interface MarkContext {
  marks: MarkBits
  /** The underline of links and the bold of headings are their style, not marks. */
  isLinked: boolean
  isHeading: boolean
}

/**
 * The marks within an element. Google Docs, Word and Pages write them as styles, and Google Docs wraps everything it
 * copies in a `b` with normal weight: therefore the style overrides the tag.
 */
export function marksWithin(tag: string, style: string, parent: MarkContext): MarkBits {
  const mark = MARK_OF_TAG[tag]
  let bits = mark ? parent.marks | MARK_BITS[mark] : parent.marks
  if (style === '') return bits
  const weight = valueIn(style, WEIGHT)
  if (weight && !parent.isHeading) bits = set(bits, MARK_BITS.bold, isBold(weight))
  else if (weight && mark === 'bold' && !isBold(weight)) bits = set(bits, MARK_BITS.bold, false)
  const slant = valueIn(style, SLANT)
  if (slant) bits = set(bits, MARK_BITS.italic, /^(?:italic|oblique)/.test(slant))
  const lines = valueIn(style, LINES) ?? ''
  if (lines.includes('underline') && !parent.isLinked) bits |= MARK_BITS.underline
  if (lines.includes('line-through')) bits |= MARK_BITS.strikethrough
  return bits
}

const WEIGHT = /(?:^|[;\s{])font-weight\s*:\s*([a-z0-9]+)/i
const SLANT = /(?:^|[;\s{])font-style\s*:\s*([a-z]+)/i
const LINES = /(?:^|[;\s{])text-decoration(?:-line)?\s*:\s*([^;]+)/i

const valueIn = (style: string, property: RegExp) => property.exec(style)?.[1]?.toLowerCase()

/** Weights from 600 are bold. */
const isBold = (weight: string) => weight.startsWith('bold') || Number(weight) >= 600

const set = (bits: MarkBits, bit: MarkBits, on: boolean): MarkBits => (on ? bits | bit : bits & ~bit)

export type VerticalAlign = 'super' | 'sub' | undefined

const FORMS = {
  super: { plain: '0123456789+-−=()n', script: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ' },
  sub: { plain: '0123456789+-−=()', script: '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎' },
}

/** The text in Unicode superscript or subscript; undefined if a character has none, as most letters. */
export function toUnicodeScript(text: string, verticalAlign: 'super' | 'sub'): string | undefined {
  const { plain, script } = FORMS[verticalAlign]
  let result = ''
  for (const character of text) {
    const index = plain.indexOf(character)
    if (index === -1 && character.trim() !== '') return undefined
    result += index === -1 ? character : script[index]
  }
  return result
}

const POSITION = /(?:^|[;\s])vertical-align\s*:\s*([a-z]+)/i

/** Within an element, by its tag, or by its style as in Google Docs. */
export function verticalAlignWithin(tag: string, style: string, parent: VerticalAlign): VerticalAlign {
  const position = POSITION.exec(style)?.[1]?.toLowerCase()
  if (position === 'super' || position === 'sub') return position
  if (tag === 'sup') return 'super'
  if (tag === 'sub') return 'sub'
  return position === 'baseline' ? undefined : parent
}

/** "strong becomes bold; em and i become italic; u becomes underline; del and s become strikethrough; …". */
const MARK_OF_TAG: Readonly<Record<string, Mark | undefined>> = {
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

const PREFIX = 'data-pasted-'
/** An element that, like `style`, holds plain text and is not displayed. */
const SHEET = 'noframes'

const TAG = /<\/?[a-z](?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^'">])*/gi
const SHEET_TAG = /^(<\/?)style(?![\w-])/i
const ATTRIBUTES = /\s(style|on[a-z]+)(?=\s*=)/gi

/**
 * Renames the styles and event handlers of HTML. Under a Content-Security-Policy without inline ones, a browser reports
 * each one that it parses, even in a document that is never displayed: for a few megabytes from an office program that
 * takes more than ten seconds.
 */
export const renameStyles = (html: string): string =>
  html.replace(TAG, (tag) => tag.replace(SHEET_TAG, `$1${SHEET}`).replace(ATTRIBUTES, ` ${PREFIX}$1`))

/** The style attribute of an element, renamed or not. */
export const styleAttribute = (element: Element): string =>
  element.getAttribute('style') ?? element.getAttribute(`${PREFIX}style`) ?? ''

/** Whether an element is a style sheet, renamed or not. */
export const isStyleSheet = (tag: string): boolean => tag === 'style' || tag === SHEET
