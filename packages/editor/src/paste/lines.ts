import { type Alignment, cutTo, type ElementNode, type Heading, MAX_IMAGE_TEXT } from '@nightdesk/contracts'
import type { MarkBits } from '../stored-blocks.ts'

export interface Run {
  text: string
  marks: MarkBits
  /** The link around it; adjacent texts with the same object become one link. */
  anchor: { url: string } | undefined
}

/** An item of a list. It holds the kind of its list, because in Word only the item tells it. */
export interface Item {
  /** From 1 for the outermost list. */
  level: number
  isNumbered: boolean
  /** Its number, if known; the start of the list if it is the first item. */
  number: number | undefined
}

/**
 * A paragraph, heading, image or whole code block of the document, with its containers: so a document of any depth is a
 * flat list of lines.
 */
export interface Line {
  kind: 'paragraph' | 'code' | Heading
  /** The quotations around it; adjacent lines with the same object become one quote. */
  quotes: readonly object[]
  item?: Item | undefined
  align?: Alignment | undefined
  /** The number of empty lines above it in the document. */
  gap: number
  content: (Run | ElementNode)[]
  /** Adjacent lines with the same object belong to one figure. */
  figure?: object | undefined
  /** Of a line in the caption of the figure. */
  figurePart?: 'caption' | 'credit' | undefined
  /** The language of a code block, if known. */
  language?: string | undefined
}

export const isRun = (part: Run | ElementNode): part is Run => 'anchor' in part

/** The containers of a text in the document, and its marks and link. */
export interface Place extends Omit<Line, 'gap' | 'content'>, Omit<Run, 'text'> {
  /** Whether white space is preserved. */
  keepsSpace: boolean
}

/** On which sides of a document’s text there is a blank, other than the indentation of its source. */
export interface EdgeBlanks {
  before: boolean
  after: boolean
}

/** Collects lines. Collapses white space as browsers do, and leaves out lines without visible content. */
export class LineWriter {
  readonly lines: Line[] = []
  /** Blanks before the first and after the last line: they separate words where the text is pasted. */
  readonly blanks: EdgeBlanks = { before: false, after: false }
  #line: Line | undefined
  /** Whether the last written text ended with a blank. */
  #isBlank = false
  /** Empty lines since the last line, and whether another has begun. */
  #empty = 0
  #isEmptyBegun = false
  /** The last character of the line. Reading it from the growing string would flatten the string each time. */
  #end = ''

  write(data: string, place: Place): void {
    const { keepsSpace, marks, anchor } = place
    const text = toStorable(keepsSpace ? data : collapse(data))
    if (text === '' || !this.#begins(text, data, place)) return
    const { content } = this.#open(place)
    const last = content.at(-1)
    const before = last && isRun(last) ? last : undefined
    const added = keepsSpace || !before ? text : this.#join(before, text)
    if (added === '') return
    if (before && before.marks === marks && before.anchor === anchor) before.text += added
    else content.push({ text: added, marks, anchor })
    this.#end = added.slice(-1)
  }

  /** Whether a text is part of a line. White space between blocks is not. */
  #begins(text: string, data: string, { kind }: Place): boolean {
    const isBegun = this.#line !== undefined || kind === 'code' || text.trim() !== ''
    if (isBegun && this.lines.length === 0 && !this.#line) {
      this.blanks.before = this.#isBlank || BLANK_FIRST.test(data)
    }
    this.#isBlank = BLANK_LAST.test(data) || (this.#isBlank && data.trim() === '')
    // Programs write a no-break space into an empty line to give it height.
    if (!isBegun && text.includes('\u00a0')) this.#isEmptyBegun = true
    return isBegun
  }

  /** A soft break. Two of them end a paragraph, more make empty lines; elsewhere each is a line end within the text. */
  breakLine(place: Place): void {
    const isParagraph = place.kind === 'paragraph' && !place.item
    if (!this.#line && place.kind !== 'code') this.#empty++
    else if (isParagraph && this.#end === '\n') this.close()
    else this.write('\n', { ...place, keepsSpace: true })
  }

  /** Forgets empty lines, after a cell or row: they are table layout. */
  forgetEmpty(): void {
    this.#empty = 0
    this.#isEmptyBegun = false
  }

  put(element: ElementNode, place: Place): void {
    this.#open(place).content.push(element)
    this.#end = ''
    this.#isBlank = false
  }

  /** Ends a line where a block begins or ends. Within code, the code block continues on a new line. */
  endLine(place: Place): void {
    const isWithinCode = place.kind === 'code' && this.#line?.kind === 'code'
    if (!isWithinCode) this.close()
    else if (this.#end !== '\n') this.write('\n', { ...place, marks: 0, anchor: undefined })
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

  #open(place: Place): Line {
    this.#line ??= { ...place, gap: this.#empty, content: [] }
    return this.#line
  }

  /** The text to append to a run, without a second space at the joint. */
  #join(before: Run, text: string): string {
    if (text.startsWith(' ')) {
      if (this.#end === '\u00a0') before.text = `${before.text.slice(0, -1)} `
      return SPACES.has(this.#end) ? text.slice(1) : text
    }
    return text.startsWith('\u00a0') && this.#end === ' ' ? text.slice(1) : text
  }
}

/** White space with a line end is indentation of the source, so it does not match. */
const BLANK_FIRST = /^[ \t\u00a0]+(?:[^\s]|$)/
const BLANK_LAST = /(?:^|\S)[ \t\u00a0]+$/

const SPACES = new Set([' ', '\u00a0', '\n'])

/** Editors write consecutive spaces alternately as no-break spaces; a single no-break space is intended. */
const collapse = (data: string) =>
  data
    .replace(/[ \t\n\r\f]+/g, ' ')
    .replace(/[ \u00a0]{2,}/g, (spaces) => (spaces.includes(' ') ? ' ' : spaces))

/**
 * Without NUL and lone surrogates, which cannot be stored. Office programs and Macs have other signs for line ends, at which
 * browsers break no line; PDFs have accents apart from their letters, with which a search does not find the word.
 */
export const toStorable = (text: string) =>
  text
    .replaceAll('\0', '')
    .replace(/\r\n?|[\v\f\u2028\u2029]/g, '\n')
    .replace(/.[\u0300-\u036f]+/gu, (letter) => letter.normalize('NFC'))
    .toWellFormed()

/** A description of an image as it can be stored: on one line, and no longer than the limit. */
export const altFrom = (text: string): string =>
  cutTo(toStorable(text).replace(/\s+/g, ' ').trim(), MAX_IMAGE_TEXT.alt)

/** Removes white space at both ends and around soft breaks, but for the indentation of a verse. */
function trim({ content }: Line): void {
  for (const part of content) if (isRun(part) && part.text.includes('\n')) part.text = trimLines(part.text)
  trimSide(content, 0, (text) => text.trimStart())
  trimSide(content, -1, (text) => text.trimEnd())
}

function trimLines(text: string): string {
  const lines = text.split('\n')
  const isLast = (index: number) => index === lines.length - 1
  return lines
    .map((line, index) => (index === 0 ? line : line.replace(/^[ \u00a0](?!\s)/, '')))
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

/** Between the cells of a row: an em space, which HTML does not collapse. */
const BETWEEN_CELLS = '\u2003'

/** Joins the cells of table rows into lines. Content has no tables, and most tables in mails are layout. */
export class Rows {
  /** Tables with at least one joined row. */
  tables = 0
  /** The number of lines before each open row, and before each of its cells. */
  readonly #open: { start: number; cells: number[] }[] = []
  #isCounted = false
  readonly #lines: Line[]

  constructor(lines: Line[]) {
    this.#lines = lines
  }

  beginTable(): void {
    this.#isCounted = false
  }

  beginRow(): void {
    this.#open.push({ start: this.#lines.length, cells: [] })
  }

  beginCell(): void {
    this.#open.at(-1)?.cells.push(this.#lines.length)
  }

  /** Several cells with one line of text each become one line; other cells stay separate blocks. */
  endRow(): void {
    const row = this.#open.pop()
    if (!row) return
    const count = this.#lines.length - row.start
    if (count < 2 || count > row.cells.length) return
    const lines = this.#lines.slice(row.start)
    const ends = [...row.cells.slice(1), this.#lines.length]
    if (!areAlike(lines) || row.cells.some((start, index) => (ends[index] ?? 0) - start > 1)) return
    this.#lines.splice(row.start, count, joined(lines))
    if (!this.#isCounted) this.tables++
    this.#isCounted = true
  }
}

/** Whether lines are paragraphs of text in the same quote and item. */
function areAlike([first, ...rest]: readonly Line[]): boolean {
  const isPlain = ({ kind, content }: Line) => kind === 'paragraph' && content.every(isRun)
  const isBeside = ({ quotes, item }: Line) => quotes === first?.quotes && item === first.item
  return first !== undefined && isPlain(first) && rest.every((line) => isPlain(line) && isBeside(line))
}

function joined(cells: readonly Line[]): Line {
  const between = { text: BETWEEN_CELLS, marks: 0, anchor: undefined }
  const content = cells.flatMap((cell, index) => (index === 0 ? cell.content : [between, ...cell.content]))
  // There are at least two cells.
  return { ...(cells[0] as Line), content }
}
