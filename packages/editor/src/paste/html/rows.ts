import { isRun, type Line } from '../line.ts'

/** Between the cells of a row: an em space, which HTML does not collapse. */
const BETWEEN_CELLS = '\u2003'

interface Row {
  /** The number of lines before the row, and before each of its cells. */
  start: number
  cells: number[]
}

/** Joins the cells of table rows into lines. Content has no tables, and most tables in mails are layout. */
export class Rows {
  /** Tables with at least one joined row. */
  tables = 0
  readonly #open: Row[] = []
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
