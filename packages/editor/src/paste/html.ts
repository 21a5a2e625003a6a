import { type Around, OUTSIDE, within } from './around.ts'
import { readSpanStyles } from './class-styles.ts'
import { emojiOf, imageOf, isTracker } from './images.ts'
import type { Line } from './line.ts'
import { LineWriter } from './line-writer.ts'
import { Rows } from './rows.ts'
import { isStyleSheet, styleAttribute } from './set-aside-styles.ts'
import { isUnseen } from './tags.ts'
import { type Visitor, walk } from './walk.ts'
import { isNumber, isWordMarker } from './word-list.ts'

/** A lone line of asterisks is how a story’s scenes are kept apart: it is shown as the rule it was. */
const SCENE_BREAK = '***'

/** The lines of a document, and what of it could not stay what it was. */
export interface HtmlLines {
  lines: Line[]
  /** Tables that became lines of text. */
  tables: number
}

/** Reads what a person sees of HTML below a node. Never recurses, whatever the depth of the document. */
export function linesOfHtml(root: Node): HtmlLines {
  const reader = new HtmlReader()
  walk(root, reader)
  reader.writer.close()
  return { lines: reader.writer.lines, tables: reader.rows.tables }
}

class HtmlReader implements Visitor {
  readonly writer = new LineWriter()
  readonly rows = new Rows(this.writer.lines)
  private readonly open: Around[] = []
  private readonly spanStyles = new Map<string, string>()

  text(data: string): void {
    const { around } = this
    const isCode = around.kind === 'code'
    this.writer.write(data, isCode ? { ...around, marks: 0, anchor: undefined } : around, around)
  }

  enter(element: Element): boolean {
    const tag = element.localName
    const style = this.styleOf(element, tag)
    if (isUnseen(tag, element, style)) {
      this.readStyles(element, tag)
      return false
    }
    if (this.readVoid(element, tag) || this.readMarker(element, style)) return false
    const { around } = this
    const next = within(element, tag, style, around)
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
  }

  private get around(): Around {
    return this.open.at(-1) ?? OUTSIDE
  }

  private styleOf(element: Element, tag: string): string {
    const style = styleAttribute(element)
    if (tag !== 'span' || this.spanStyles.size === 0) return style
    return `${this.spanStyles.get(element.getAttribute('class') ?? '') ?? ''};${style}`
  }

  private readStyles(element: Element, tag: string): void {
    if (isStyleSheet(tag)) readSpanStyles(element, this.spanStyles)
    if (tag !== 'head') return
    for (const child of element.children) this.readStyles(child, child.localName)
  }

  private readVoid(element: Element, tag: string): boolean {
    const { around, writer } = this
    if (tag === 'br') writer.write('\n', { ...around, keepsSpace: true }, around)
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
    const { item } = this.around
    if (item && isWordMarker(style)) {
      item.isNumbered = isNumber(element.textContent ?? '')
      return true
    }
    const isSpace = element.getAttribute('class') === 'Apple-converted-space'
    if (!isSpace || element.textContent?.trim() !== '') return false
    this.text(' ')
    return true
  }
}
