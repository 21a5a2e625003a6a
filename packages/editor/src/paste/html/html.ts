import { SCENE_BREAK } from '../../blocks/scene-break.ts'
import { type Context, OUTSIDE, within } from '../context.ts'
import type { Line } from '../line.ts'
import { type EdgeBlanks, LineWriter } from '../line-writer.ts'
import { type Losses, NO_LOSSES } from '../losses.ts'
import { isContinuation, isNumber, isWordMarker, numberOfMarker } from '../word-list.ts'
import { type ClassStyles, classStyleOf, readClassStyles } from './class-styles.ts'
import { countComments, isComment } from './comments.ts'
import { isStyleSheet, styleAttribute } from './hidden-elements.ts'
import { emojiOf, imageOf, isTracker } from './images.ts'
import { raise } from './raised.ts'
import { Rows } from './rows.ts'
import { isUnseen } from './tags.ts'
import { type Visitor, walk } from './walk.ts'

/** The lines of a document, and what of it could not stay what it was. */
export interface HtmlLines {
  lines: Line[]
  losses: Losses
  blanks: EdgeBlanks
}

/** Reads what a person sees of HTML below a node. Never recurses, whatever the depth of the document. */
export function linesOfHtml(root: Node): HtmlLines {
  const reader = new HtmlReader()
  walk(root, reader)
  reader.writer.close()
  const { writer, rows, losses } = reader
  return { lines: writer.lines, losses: { ...losses, tables: rows.tables }, blanks: writer.blanks }
}

/** Characters of a note’s number or an exponent; more is text. */
const LONGEST_RAISED = 40

class HtmlReader implements Visitor {
  readonly writer = new LineWriter()
  readonly rows = new Rows(this.writer.lines)
  readonly losses: Losses = { ...NO_LOSSES }
  private readonly open: Context[] = []
  private readonly classStyles: ClassStyles = new Map()

  text(data: string): void {
    const { around } = this
    const { kind, keepsSpace, raised, item } = around
    if (kind === 'code') this.writer.write(data, { ...around, marks: 0, anchor: undefined }, around)
    else if (keepsSpace && !item && kind === 'paragraph' && data.includes('\n')) this.writeLines(data)
    else this.writer.write((raised && raise(data, raised)) ?? data, around, around)
  }

  enter(element: Element): boolean {
    const tag = element.localName
    const style = this.styleOf(element, tag)
    if (isUnseen(tag, element, style) || this.readComment(element, style)) {
      this.readStyles(element, tag)
      return false
    }
    if (this.readVoid(element, tag) || this.readMarker(element, style)) return false
    const { around } = this
    const next = this.raised(element, this.continued(element, within(element, tag, style, around)))
    if (next.isBlock) this.writer.endLine(around)
    if (tag === 'table') this.rows.beginTable()
    if (tag === 'tr') this.rows.beginRow()
    if (tag === 'td' || tag === 'th') this.rows.beginCell()
    this.open.push(next)
    return true
  }

  leave(): void {
    const left = this.open.pop()
    if (left?.isBlock) this.writer.endLine(this.around)
    if (left?.tag === 'tr') this.rows.endRow()
    if (left?.tag === 'td' || left?.tag === 'tr') this.writer.forgetEmpty()
  }

  private get around(): Context {
    return this.open.at(-1) ?? OUTSIDE
  }

  private styleOf(element: Element, tag: string): string {
    const style = styleAttribute(element)
    const ofClasses = classStyleOf(element, tag, this.classStyles)
    // A declaration that comes first is the one that is read.
    return ofClasses === '' ? style : `${style};${ofClasses}`
  }

  private readStyles(element: Element, tag: string): void {
    if (isStyleSheet(tag)) readClassStyles(element, this.classStyles)
    if (tag !== 'head') return
    for (const child of element.children) this.readStyles(child, child.localName)
  }

  /** Where white space counts, line ends are soft breaks. */
  private writeLines(data: string): void {
    data.split(/\r\n?|\n/).forEach((line, index) => {
      if (index > 0) this.writer.breakLine(this.around, this.around)
      if (line !== '') this.writer.write(line, this.around, this.around)
    })
  }

  /** Raised text is raised as a whole, or stands in the line. */
  private raised(element: Element, next: Context): Context {
    const { raised } = next
    if (!raised || this.around.raised) return next
    const text = element.textContent ?? ''
    if (text.length <= LONGEST_RAISED && raise(text, raised) !== undefined) return next
    if (text.trim() !== '') this.losses.raised++
    return { ...next, raised: undefined }
  }

  /** What was said about the text is no part of it. */
  private readComment(element: Element, style: string): boolean {
    if (!isComment(element, style)) return false
    this.losses.comments += countComments(element)
    return true
  }

  /** A paragraph of Word’s that goes on with the item above it is a part of that. */
  private continued(element: Element, next: Context): Context {
    const { lists, item, kind, tag } = next
    if (item || lists > 0 || kind !== 'paragraph' || !isContinuation(tag, element)) return next
    return { ...next, item: this.writer.lines.at(-1)?.item }
  }

  private readVoid(element: Element, tag: string): boolean {
    const { around, writer } = this
    if (tag === 'br') writer.breakLine(around, around)
    else if (tag === 'hr') this.writeRule()
    else if (tag === 'img') this.readImage(element)
    else return false
    return true
  }

  private writeRule(): void {
    this.writer.endLine(this.around)
    this.text(SCENE_BREAK)
    this.writer.endLine(this.around)
  }

  /** An image is a block, but for one in an item of a list: there it stands in the text. */
  private readImage(element: Element): void {
    const emoji = emojiOf(element)
    if (emoji) this.text(emoji)
    if (emoji || isTracker(element)) return
    const { item } = this.around
    if (!item) this.writer.close()
    this.writer.put(imageOf(element), { ...this.around, kind: 'paragraph', language: undefined })
    if (!item) this.writer.close()
  }

  /** The bullet or number that Word writes before an item, and the space that Safari and Chrome keep apart. */
  private readMarker(element: Element, style: string): boolean {
    const { item, kind } = this.around
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
