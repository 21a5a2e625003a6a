import { footnoteReference } from '../footnotes.ts'
import { SCENE_BREAK } from '../stored-blocks.ts'
import { type DocumentFootnotes, findFootnotes } from './html-footnotes.ts'
import {
  alignWithin,
  type ClassStyles,
  classStyleOf,
  headingOf,
  isBlock,
  isCode,
  isStyleSheet,
  isUnseen,
  keepsSpace,
  laysOut,
  marksWithin,
  readClassStyles,
  styleAttribute,
  toUnicodeScript,
  type VerticalAlign,
  verticalAlignWithin,
} from './html-styles.ts'
import { type Item, type Line, LineWriter, type Place, Rows } from './lines.ts'
import {
  countComments,
  emojiOf,
  figureWithin,
  imageOf,
  isComment,
  isContinuation,
  isNumber,
  isTracker,
  isWordMarker,
  linkUrlOf,
  namedLevel,
  numberOfMarker,
  wordItem,
} from './programs.ts'
import { addLosses, type Losses, NO_LOSSES } from './receipt.ts'

/** Reads the visible content of HTML below a node. Without recursion, because documents may nest to any depth. */
export function linesOfHtml(root: Document | Element) {
  const found = findFootnotes(root)
  const styles: ClassStyles = new Map()
  const body = readWithin(root, found, styles)
  const footnotes = [...found.notes].map(([element, note]) => ({
    note,
    ...readWithin(element, found, styles),
  }))
  return { ...body, losses: [body, ...footnotes].map(({ losses }) => losses).reduce(addLosses), footnotes }
}

function readWithin(root: Node, found: DocumentFootnotes, styles: ClassStyles) {
  const reader = new HtmlReader(found, styles)
  walk(root, reader)
  reader.writer.close()
  const { writer, rows, losses } = reader
  return { lines: writer.lines, losses: { ...losses, tables: rows.tables }, blanks: writer.blanks }
}

/** Maximum characters of a superscript such as the number of a note; longer ones are text. */
const MAX_SCRIPT_LENGTH = 40

/** Called for the nodes below a root in document order. */
class HtmlReader {
  readonly writer = new LineWriter()
  readonly rows = new Rows(this.writer.lines)
  readonly losses: Losses = { ...NO_LOSSES }
  readonly #open: Context[] = []
  readonly #classStyles: ClassStyles
  readonly #footnotes: DocumentFootnotes

  constructor(footnotes: DocumentFootnotes, classStyles: ClassStyles) {
    this.#footnotes = footnotes
    this.#classStyles = classStyles
  }

  text(data: string): void {
    const context = this.#context
    const { kind, keepsSpace, verticalAlign, item } = context
    if (kind === 'code') this.writer.write(data, { ...context, marks: 0, anchor: undefined })
    else if (keepsSpace && !item && kind === 'paragraph' && data.includes('\n')) this.#writeLines(data)
    else this.writer.write((verticalAlign && toUnicodeScript(data, verticalAlign)) ?? data, context)
  }

  /** Returns whether to read the children; only then is `leave` called. */
  enter(element: Element): boolean {
    const tag = element.localName
    const style = this.#styleOf(element, tag)
    if (isUnseen(tag, element, style) || this.#readComment(element, style)) {
      this.#readStyles(element, tag)
      return false
    }
    if (this.#readFootnote(element)) return false
    if (this.#readVoid(element, tag) || this.#readMarker(element, style)) return false
    const context = this.#context
    const next = this.#withVerticalAlign(
      element,
      this.#withContinuedItem(element, contextWithin(element, tag, style, context)),
    )
    if (next.isBlock) this.writer.endLine(context)
    if (tag === 'table') this.rows.beginTable()
    if (tag === 'tr') this.rows.beginRow()
    if (tag === 'td' || tag === 'th') this.rows.beginCell()
    this.#open.push(next)
    // Browsers show quotation marks around it.
    if (tag === 'q') this.text('“')
    return true
  }

  leave(): void {
    if (this.#context.tag === 'q') this.text('”')
    const left = this.#open.pop()
    if (left?.isBlock) this.writer.endLine(this.#context)
    if (left?.tag === 'tr') this.rows.endRow()
    if (left?.tag === 'td' || left?.tag === 'tr') this.writer.forgetEmpty()
  }

  get #context(): Context {
    return this.#open.at(-1) ?? OUTSIDE
  }

  #styleOf(element: Element, tag: string): string {
    const style = styleAttribute(element)
    const ofClasses = classStyleOf(element, tag, this.#classStyles)
    // The first declaration of a property wins here, so the attribute comes before the classes.
    return ofClasses === '' ? style : `${style};${ofClasses}`
  }

  #readStyles(element: Element, tag: string): void {
    if (isStyleSheet(tag)) readClassStyles(element, this.#classStyles)
    if (tag !== 'head') return
    for (const child of element.children) this.#readStyles(child, child.localName)
  }

  /** In preformatted text, line ends are soft breaks. */
  #writeLines(data: string): void {
    data.split(/\r\n?|\n/).forEach((line, index) => {
      if (index > 0) this.writer.breakLine(this.#context)
      if (line !== '') this.writer.write(line, this.#context)
    })
  }

  /** Superscript is converted as a whole, or becomes normal text. */
  #withVerticalAlign(element: Element, next: Context): Context {
    const { verticalAlign } = next
    if (!verticalAlign || this.#context.verticalAlign) return next
    const text = element.textContent ?? ''
    if (text.length <= MAX_SCRIPT_LENGTH && toUnicodeScript(text, verticalAlign) !== undefined) return next
    if (text.trim() !== '') this.losses.superscripts++
    return { ...next, verticalAlign: undefined }
  }

  /** Comments are skipped and counted. */
  #readComment(element: Element, style: string): boolean {
    if (!isComment(element, style)) return false
    this.losses.comments += countComments(element)
    return true
  }

  /** A reference becomes one; footnotes are read separately. */
  #readFootnote(element: Element): boolean {
    const { references, notes, omitted } = this.#footnotes
    const note = references.get(element)
    if (note !== undefined) this.writer.put(footnoteReference(note), this.#context)
    return note !== undefined || notes.has(element) || omitted.has(element)
  }

  /** A Word paragraph that continues the item above belongs to that item. */
  #withContinuedItem(element: Element, next: Context): Context {
    const { lists, item, kind, tag } = next
    if (item || lists > 0 || kind !== 'paragraph' || !isContinuation(tag, element)) return next
    return { ...next, item: this.writer.lines.at(-1)?.item }
  }

  #readVoid(element: Element, tag: string): boolean {
    if (tag === 'br') this.writer.breakLine(this.#context)
    else if (tag === 'hr') this.#writeRule()
    else if (tag === 'img') this.#readImage(element)
    // How the word before it is read, which pages print above the word: in parentheses, as its author has not put any.
    else if (tag === 'rt' && element.previousElementSibling?.localName !== 'rp')
      this.text(`(${element.textContent?.trim()})`)
    else return false
    return true
  }

  #writeRule(): void {
    this.writer.endLine(this.#context)
    this.text(SCENE_BREAK)
    this.writer.endLine(this.#context)
  }

  /** An image is a block, except in an item of a list, where it is inline. */
  #readImage(element: Element): void {
    const emoji = emojiOf(element)
    if (emoji) this.text(emoji)
    if (emoji || isTracker(element)) return
    const { item } = this.#context
    if (!item) this.writer.close()
    this.writer.put(imageOf(element), { ...this.#context, kind: 'paragraph', language: undefined })
    if (!item) this.writer.close()
  }

  /** The bullet or number that Word writes before an item, and the separate space element of Safari and Chrome. */
  #readMarker(element: Element, style: string): boolean {
    const { item, kind } = this.#context
    const isHeading = kind !== 'paragraph' && kind !== 'code'
    if ((item || isHeading) && isWordMarker(style)) {
      const marker = element.textContent ?? ''
      if (item) Object.assign(item, { isNumbered: isNumber(marker), number: numberOfMarker(marker) })
      else this.losses.headingNumbers++
      return true
    }
    const isSpace = element.getAttribute('class') === 'Apple-converted-space'
    if (!isSpace || element.textContent?.trim() !== '') return false
    this.text(' ')
    return true
  }
}

const ELEMENT = 1
const TEXT = 3

/**
 * Walks without recursion, so that deep nesting cannot overflow the call stack. Skips comments and all other nodes that
 * are neither text nor element.
 */
function walk(root: Node, reader: HtmlReader): void {
  const open: Node[] = []
  let node: Node | null = root.firstChild
  while (node) {
    if (node.nodeType === TEXT) reader.text(node.nodeValue ?? '')
    const isEntered = isElement(node) && reader.enter(node)
    if (isEntered && node.firstChild) {
      open.push(node)
      node = node.firstChild
      continue
    }
    if (isEntered) reader.leave()
    while (!node.nextSibling) {
      const parent = open.pop()
      if (!parent) return
      reader.leave()
      node = parent
    }
    node = node.nextSibling
  }
}

const isElement = (node: Node): node is Element => node.nodeType === ELEMENT

/** Maximum nesting of quotes and lists, well within the limits of content. Deeper ones are moved up to this level. */
const MAX_QUOTES = 4
const MAX_LIST_LEVEL = 10

/** What the ancestors of a text determine. */
interface Context extends Place {
  /** The tag of the innermost element. */
  tag: string
  /** The number of open lists, and whether the innermost is numbered. */
  lists: number
  isNumbered: boolean
  /** The number of the next item of the innermost list. */
  next?: { number: number } | undefined
  verticalAlign?: VerticalAlign
  isBlock: boolean
  /** Whether all children are blocks, as in a flex or grid container. */
  laysOut: boolean
}

/** With every key: objects of one shape are copied faster. */
const OUTSIDE: Context = {
  tag: '',
  marks: 0,
  anchor: undefined,
  kind: 'paragraph',
  language: undefined,
  quotes: [],
  item: undefined,
  lists: 0,
  isNumbered: false,
  next: undefined,
  align: undefined,
  verticalAlign: undefined,
  keepsSpace: false,
  isBlock: true,
  laysOut: false,
  figure: undefined,
  figurePart: undefined,
}

/** The context within an element. `style` is its style attribute and the styles of its classes. */
function contextWithin(element: Element, tag: string, style: string, parent: Context): Context {
  const isList = LISTS.has(tag)
  const lists = Math.min(parent.lists + (isList ? 1 : 0), MAX_LIST_LEVEL)
  const isNumbered = isList ? tag === 'ol' : parent.isNumbered
  const kind = kindWithin(element, tag, style, parent.kind)
  const next = isList ? { number: startOf(element) } : parent.next
  const here = { ...parent, lists, isNumbered, next, kind }
  const { figure, figurePart } = figureWithin(element, tag, parent)
  return {
    ...here,
    figure,
    figurePart,
    tag,
    marks: marksWithin(tag, style, {
      marks: parent.marks,
      isLinked: parent.anchor !== undefined || tag === 'a',
      isHeading: kind !== 'paragraph' && kind !== 'code',
    }),
    anchor: tag === 'a' ? { url: linkUrlOf(element) } : parent.anchor,
    language: kind === 'code' ? (languageOf(element) ?? parent.language) : undefined,
    align: alignWithin(element, tag, style, parent.align),
    verticalAlign: verticalAlignWithin(tag, style, parent.verticalAlign),
    quotes: quotesWithin(tag, parent),
    item: itemWithin(element, tag, style, here),
    keepsSpace: kind === 'code' || tag === 'textarea' || spaceWithin(style, parent.keepsSpace),
    isBlock: parent.laysOut || isBlock(tag, style) || figurePart !== parent.figurePart,
    laysOut: laysOut(style),
  }
}

const LISTS = new Set(['ul', 'ol', 'menu', 'dir'])

function kindWithin(element: Element, tag: string, style: string, kind: Line['kind']): Line['kind'] {
  if (kind === 'code' || isCode(tag, style)) return 'code'
  return headingOf(tag, element) ?? kind
}

/** A quotation within an item of a list is part of the text of the item. */
function quotesWithin(tag: string, { quotes, item }: Context): readonly object[] {
  return tag !== 'blockquote' || item || quotes.length >= MAX_QUOTES ? quotes : [...quotes, {}]
}

function itemWithin(element: Element, tag: string, style: string, parent: Context): Item | undefined {
  const { lists, isNumbered, next, kind } = parent
  if (tag === 'li') {
    const level = Math.max(lists, 1, namedLevel(element))
    return {
      level: Math.min(level, MAX_LIST_LEVEL),
      isNumbered: lists > 0 && isNumbered && !isQuillBullet(element),
      number: numberOf(element, next),
    }
  }
  const item = tag === 'p' && lists === 0 && kind === 'paragraph' ? wordItem(style) : undefined
  return item ? { ...item, level: Math.min(item.level, MAX_LIST_LEVEL) } : parent.item
}

/** The `start` of a list or the `value` of an item, if a list can begin with it. */
function countOf(element: Element, attribute: string): number | undefined {
  const value = element.getAttribute(attribute) ?? ''
  return /^\d{1,9}$/.test(value) ? Number(value) : undefined
}

const startOf = (list: Element) => countOf(list, 'start') ?? 1

function numberOf(item: Element, next: Context['next']): number | undefined {
  if (!next) return undefined
  const number = countOf(item, 'value') ?? next.number
  next.number = number + 1
  return number
}

/** Quill writes every list as a numbered one. */
const isQuillBullet = (item: Element) => item.getAttribute('data-list') === 'bullet'

function spaceWithin(style: string, parent: boolean): boolean {
  if (keepsSpace(style)) return true
  return parent && !/(?:^|[;\s])white-space\s*:\s*(?:normal|nowrap)/i.test(style)
}

/** "language-ts", as the HTML standard proposes, on the `pre` or the `code` in it. */
const languageOf = (element: Element) =>
  /(?:^|\s)language-([a-z0-9+#-]{1,30})(?:\s|$)/i
    .exec(element.getAttribute('class') ?? '')?.[1]
    ?.toLowerCase()
