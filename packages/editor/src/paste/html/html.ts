import type { ElementNode } from '@nightdesk/contracts'
import { SCENE_BREAK } from '../../blocks/scene-break.ts'
import { type Context, contextWithin, OUTSIDE } from '../context.ts'
import type { Line } from '../line.ts'
import { type EdgeBlanks, LineWriter } from '../line-writer.ts'
import { addLosses, type Losses, NO_LOSSES } from '../receipt/losses.ts'
import { isContinuation, isNumber, isWordMarker, numberOfMarker } from '../word-list.ts'
import { type ClassStyles, classStyleOf, readClassStyles } from './class-styles.ts'
import { countComments, isComment } from './comments.ts'
import { type DocumentFootnotes, findFootnotes } from './footnotes.ts'
import { isStyleSheet, styleAttribute } from './hidden-elements.ts'
import { emojiOf, imageOf, isTracker } from './images.ts'
import { Rows } from './rows.ts'
import { isUnseen } from './tags.ts'
import { toUnicodeScript } from './vertical-align.ts'
import { type Visitor, walk } from './walk.ts'

/** The lines of a document, and what was lost in the conversion. */
export interface HtmlLines {
  lines: Line[]
  /** The lines of each footnote. */
  footnotes: PastedFootnote[]
  losses: Losses
  blanks: EdgeBlanks
}

export interface PastedFootnote {
  note: string
  lines: Line[]
}

/** Reads the visible content of HTML below a node. Without recursion, because documents may nest to any depth. */
export function linesOfHtml(root: Node): HtmlLines {
  const found = findFootnotes(root)
  const styles: ClassStyles = new Map()
  const body = readWithin(root, found, styles)
  const notes = [...found.notes].map(([element, note]) => ({ note, ...readWithin(element, found, styles) }))
  return {
    ...body,
    losses: [body, ...notes].map(({ losses }) => losses).reduce(addLosses),
    footnotes: notes.map(({ note, lines }) => ({ note, lines })),
  }
}

function readWithin(root: Node, found: DocumentFootnotes, styles: ClassStyles): Omit<HtmlLines, 'footnotes'> {
  const reader = new HtmlReader(found, styles)
  walk(root, reader)
  reader.writer.close()
  const { writer, rows, losses } = reader
  return { lines: writer.lines, losses: { ...losses, tables: rows.tables }, blanks: writer.blanks }
}

/** Maximum characters of a superscript such as the number of a note; longer ones are text. */
const MAX_SCRIPT_LENGTH = 40

class HtmlReader implements Visitor {
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
    if (kind === 'code') this.writer.write(data, { ...context, marks: 0, anchor: undefined }, context)
    else if (keepsSpace && !item && kind === 'paragraph' && data.includes('\n')) this.#writeLines(data)
    else this.writer.write((verticalAlign && toUnicodeScript(data, verticalAlign)) ?? data, context, context)
  }

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
    return true
  }

  leave(): void {
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
      if (index > 0) this.writer.breakLine(this.#context, this.#context)
      if (line !== '') this.writer.write(line, this.#context, this.#context)
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
    const context = this.#context
    const { writer } = this
    if (tag === 'br') writer.breakLine(context, context)
    else if (tag === 'hr') this.#writeRule()
    else if (tag === 'img') this.#readImage(element)
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

const footnoteReference = (note: string): ElementNode => ({
  type: 'footnote-reference',
  note,
  children: [{ text: '' }],
})
