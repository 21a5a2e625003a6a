import type { ElementNode } from '@nightdesk/contracts'
import { isRun, type Line, type Run } from './line.ts'

/** How a text is written. */
export interface Ink extends Pick<Run, 'marks' | 'anchor'> {
  /** Whether white space counts. */
  keepsSpace: boolean
}

/** Where a line begins. */
export type Place = Pick<Line, 'kind' | 'quotes' | 'item' | 'language'>

/** Collects lines. White space is collapsed as a browser shows it, lines without anything to see are left out. */
export class LineWriter {
  readonly lines: Line[] = []
  private line: Line | undefined
  /** The last character of the line: to look it up in a text that grows would copy the text each time. */
  private end = ''

  write(data: string, ink: Ink, place: Place): void {
    const text = sound(ink.keepsSpace ? data : collapse(data))
    // Between blocks, white space begins no line.
    if (text === '' || (!this.line && place.kind !== 'code' && text.trim() === '')) return
    const { content } = this.open(place)
    const last = content.at(-1)
    const before = last && isRun(last) ? last : undefined
    const added = ink.keepsSpace || !before ? text : this.join(before, text)
    if (added === '') return
    if (before && before.marks === ink.marks && before.anchor === ink.anchor) before.text += added
    else content.push({ text: added, marks: ink.marks, anchor: ink.anchor })
    this.end = added.slice(-1)
  }

  /** A void element that stands where the text has come to. */
  put(element: ElementNode, place: Place): void {
    this.open(place).content.push(element)
    this.end = ''
  }

  /** Ends a line where a block begins or ends. Within code that only begins another line of it. */
  endLine({ kind }: Pick<Place, 'kind'>): void {
    const isWithinCode = kind === 'code' && this.line?.kind === 'code'
    if (!isWithinCode) this.close()
    else if (this.end !== '\n') this.write('\n', PLAIN, { kind, quotes: [], item: undefined })
  }

  close(): void {
    const { line } = this
    this.line = undefined
    this.end = ''
    if (line && line.kind !== 'code') trim(line)
    if (line?.content.some(isVisible)) this.lines.push(line)
  }

  private open(place: Place): Line {
    if (!this.line) this.line = { ...place, content: [] }
    return this.line
  }

  /** What is to be added behind a run so that no space is doubled where the two meet. */
  private join(before: Run, text: string): string {
    if (text.startsWith(' ')) {
      if (this.end === '\u00a0') before.text = `${before.text.slice(0, -1)} `
      return SPACES.has(this.end) ? text.slice(1) : text
    }
    return text.startsWith('\u00a0') && this.end === ' ' ? text.slice(1) : text
  }
}

const PLAIN: Ink = { marks: 0, anchor: undefined, keepsSpace: true }
const SPACES = new Set([' ', '\u00a0', '\n'])

/** Editors write every other one of several spaces as one that does not break; alone it was put there on purpose. */
const collapse = (data: string) =>
  data
    .replace(/[ \t\n\r\f]+/g, ' ')
    .replace(/[ \u00a0]{2,}/g, (spaces) => (spaces.includes(' ') ? ' ' : spaces))

/** Without what cannot be stored: NUL, and halves of characters. */
const sound = (text: string) => text.replaceAll('\0', '').replace(/\r\n?/g, '\n').toWellFormed()

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
