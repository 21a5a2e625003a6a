import { colourCode, hasColours } from '../../render/code-colours.ts'

/** Colours the text of a code block; an unknown language has no colours. @returns a function that removes the colours */
export function paintCode(element: HTMLElement, language: string): () => void {
  if (!hasColours(language)) return () => undefined
  const { text, pieces } = readLines(element)
  const painted: [Highlight, Range][] = []
  let start = 0
  for (const run of colourCode(language, text) ?? []) {
    const end = start + run.text.length
    if (run.colour) {
      const highlight = highlightOf(run.colour)
      for (const range of rangesBetween(pieces, start, end)) {
        highlight.add(range)
        painted.push([highlight, range])
      }
    }
    start = end
  }
  return () => {
    for (const [highlight, range] of painted) highlight.delete(range)
  }
}

function highlightOf(colour: string): Highlight {
  const name = `editor-code-${colour}`
  const highlight = CSS.highlights.get(name) ?? new Highlight()
  CSS.highlights.set(name, highlight)
  return highlight
}

interface Piece {
  node: Text
  /** Its offset in the whole text. */
  start: number
}

/** The text of a block with line ends, and the DOM text nodes at their offsets. */
function readLines(element: HTMLElement): { text: string; pieces: Piece[] } {
  const pieces: Piece[] = []
  let text = ''
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) {
      pieces.push({ node, start: text.length })
      text += node.data
    } else if (node instanceof HTMLBRElement) text += '\n'
  }
  return { text, pieces }
}

function rangesBetween(pieces: readonly Piece[], start: number, end: number): Range[] {
  return pieces.flatMap((piece) => {
    const from = Math.max(0, start - piece.start)
    const to = Math.min(piece.node.data.length, end - piece.start)
    if (from >= to) return []
    const range = document.createRange()
    range.setStart(piece.node, from)
    range.setEnd(piece.node, to)
    return [range]
  })
}
