import type { ElementNode } from '@nightdesk/contracts'
import { isRun, type Line, type Run } from './line.ts'

/** How a text is written. */
export interface Format extends Pick<Run, 'marks' | 'anchor'> {
  /** Whether white space counts. */
  keepsSpace: boolean
}

/** Where a line begins. */
export type Position = Pick<Line, 'kind' | 'quotes' | 'item' | 'align' | 'language'>

/** On which sides of a document’s text a blank stands that is no part of how its source is laid out. */
export interface EdgeBlanks {
  before: boolean
  after: boolean
}

/** Collects lines. White space is collapsed as a browser shows it, lines without anything to see are left out. */
export class LineWriter {
  readonly lines: Line[] = []
  /** Whether a blank stands before the first line and behind the last one: it parts words where they are pasted. */
  readonly blanks: EdgeBlanks = { before: false, after: false }
  #line: Line | undefined
  /** Whether a blank stands behind what was written last, in its line or before it. */
  #isBlank = false
  /** Empty lines since the last one, and whether one has begun. */
  #empty = 0
  #isEmptyBegun = false
  /** The last character of the line: to look it up in a text that grows would copy the text each time. */
  #end = ''

  write(data: string, format: Format, position: Position): void {
    const text = toStorable(format.keepsSpace ? data : collapse(data))
    if (text === '' || !this.#begins(text, data, position)) return
    const { content } = this.#open(position)
    const last = content.at(-1)
    const before = last && isRun(last) ? last : undefined
    const added = format.keepsSpace || !before ? text : this.#join(before, text)
    if (added === '') return
    if (before && before.marks === format.marks && before.anchor === format.anchor) before.text += added
    else content.push({ text: added, marks: format.marks, anchor: format.anchor })
    this.#end = added.slice(-1)
  }

  /** Whether a text stands in a line, or begins one: white space between blocks does not. */
  #begins(text: string, data: string, { kind }: Position): boolean {
    const isBegun = this.#line !== undefined || kind === 'code' || text.trim() !== ''
    if (isBegun && this.lines.length === 0 && !this.#line) {
      this.blanks.before = this.#isBlank || BLANK_FIRST.test(data)
    }
    this.#isBlank = BLANK_LAST.test(data) || (this.#isBlank && data.trim() === '')
    // Programs write a space that does not break where a line is to be seen empty.
    if (!isBegun && text.includes('\u00a0')) this.#isEmptyBegun = true
    return isBegun
  }

  /** A soft break. Two of them end a paragraph, more leave lines empty; elsewhere each begins a line of the same text. */
  breakLine(format: Format, position: Position): void {
    const isParagraph = position.kind === 'paragraph' && !position.item
    if (!this.#line && position.kind !== 'code') this.#empty++
    else if (isParagraph && this.#end === '\n') this.close()
    else this.write('\n', { ...format, keepsSpace: true }, position)
  }

  /** What was empty until now is the layout of a table. */
  forgetEmpty(): void {
    this.#empty = 0
    this.#isEmptyBegun = false
  }

  /** A void element that stands where the text has come to. */
  put(element: ElementNode, position: Position): void {
    this.#open(position).content.push(element)
    this.#end = ''
    this.#isBlank = false
  }

  /** Ends a line where a block begins or ends. Within code that only begins another line of it. */
  endLine({ kind }: Pick<Position, 'kind'>): void {
    const isWithinCode = kind === 'code' && this.#line?.kind === 'code'
    if (!isWithinCode) this.close()
    else if (this.#end !== '\n')
      this.write('\n', PLAIN, { kind, quotes: [], item: undefined, align: undefined })
  }

  close(): void {
    const line = this.#line
    if (line && line.kind !== 'code') trim(line)
    if (line?.content.some(isVisible)) {
      this.lines.push(line)
      this.forgetEmpty()
      this.blanks.after = this.#isBlank
    }
    if (!line && this.#isEmptyBegun) this.#empty++
    this.#isEmptyBegun = false
    this.#line = undefined
    this.#end = ''
    this.#isBlank = false
  }

  #open(position: Position): Line {
    if (!this.#line) this.#line = { ...position, gap: this.#empty, content: [] }
    return this.#line
  }

  /** What is to be added behind a run so that no space is doubled where the two meet. */
  #join(before: Run, text: string): string {
    if (text.startsWith(' ')) {
      if (this.#end === '\u00a0') before.text = `${before.text.slice(0, -1)} `
      return SPACES.has(this.#end) ? text.slice(1) : text
    }
    return text.startsWith('\u00a0') && this.#end === ' ' ? text.slice(1) : text
  }
}

/** White space with a line end in it is only how the source of a document is laid out. */
const BLANK_FIRST = /^[ \t\u00a0]+(?:[^\s]|$)/
const BLANK_LAST = /(?:^|\S)[ \t\u00a0]+$/

const PLAIN: Format = { marks: 0, anchor: undefined, keepsSpace: true }
const SPACES = new Set([' ', '\u00a0', '\n'])

/** Editors write every other one of several spaces as one that does not break; alone it was put there on purpose. */
const collapse = (data: string) =>
  data
    .replace(/[ \t\n\r\f]+/g, ' ')
    .replace(/[ \u00a0]{2,}/g, (spaces) => (spaces.includes(' ') ? ' ' : spaces))

/** Without what cannot be stored: NUL, and halves of characters. */
const toStorable = (text: string) => text.replaceAll('\0', '').replace(/\r\n?/g, '\n').toWellFormed()

/** Takes the white space from both ends, and from around soft breaks. */
function trim({ content }: Line): void {
  for (const part of content) if (isRun(part) && part.text.includes('\n')) part.text = trimLines(part.text)
  trimSide(content, 0, (text) => text.trimStart())
  trimSide(content, -1, (text) => text.trimEnd())
}

function trimLines(text: string): string {
  const lines = text.split('\n')
  const isLast = (index: number) => index === lines.length - 1
  return lines
    .map((line, index) => (index === 0 ? line : line.trimStart()))
    .map((line, index) => (isLast(index) ? line : line.trimEnd()))
    .join('\n')
}

function trimSide(content: Line['content'], side: 0 | -1, cut: (text: string) => string): void {
  for (let part = content.at(side); part && isRun(part); part = content.at(side)) {
    part.text = cut(part.text)
    if (part.text !== '') return
    if (side === 0) content.shift()
    else content.pop()
  }
}

const isVisible = (part: Line['content'][number]) => !isRun(part) || part.text.trim() !== ''
