import type { TextRange } from './anchors.ts'

/** The words of a story on a page or in the editor, as in `anchorText`. */
export type DomText = ReturnType<typeof readDomText>

/** A text node, and where its first letter is in the text. */
interface Piece {
  node: Text
  start: number
  /** It begins with a blank that the text already has. */
  isTrimmed: boolean
}

/** Controls, captions, and what the page shows elsewhere than the editor. */
const SKIPPED =
  'button, figure, .code-head, .footnotes, .editor-footnote, .footnote-reference, [contenteditable=false], [data-lexical-decorator]'

const BLOCKS = /^(address|blockquote|br|div|dd|dl|dt|h\d|hr|li|ol|p|pre|section|table|td|th|tr|ul)$/

/** Reads the words below an element. */
export function readDomText(root: Element) {
  const pieces: Piece[] = []
  // Joined at the end: the end of a text that is being put together cannot be read without copying all of it.
  const parts: string[] = []
  let length = 0
  let isAfterBlank = true
  const add = (part: string) => {
    if (part === '') return
    parts.push(part)
    length += part.length
    isAfterBlank = part.endsWith(' ')
  }
  const endWord = () => {
    if (!isAfterBlank) add(' ')
  }
  const visit = (node: Node) => {
    if (node instanceof Text) {
      const isTrimmed = isAfterBlank && /^\s/.test(node.data)
      pieces.push({ node, start: length, isTrimmed })
      add(node.data.replace(/\s+/g, ' ').slice(isTrimmed ? 1 : 0))
    }
    if (!(node instanceof Element) || node.matches(SKIPPED)) return
    const isBlock = node.parentNode === root || BLOCKS.test(node.localName)
    if (isBlock) endWord()
    node.childNodes.forEach(visit)
    if (isBlock) endWord()
  }
  root.childNodes.forEach(visit)
  return {
    text: parts.join('').trimEnd(),
    /** The part of the document with these words; undefined when the document has changed since. */
    domRange: (range: TextRange) => domRange(pieces, range),
    /** The words in a part of the document; undefined when there are none. */
    textRange: (range: Range) => textRange(pieces, range),
    /** The position in the text of the start of a range, such as a caret; undefined outside of words. */
    positionOf: ({ startContainer, startOffset }: Range) => {
      const piece = pieces.find(({ node }) => node === startContainer)
      return piece && positionOf(piece, startOffset)
    },
  }
}

function domRange(pieces: readonly Piece[], { start, end }: TextRange): Range | undefined {
  const first = pieces.findLast((piece) => piece.start <= start)
  const last = pieces.findLast((piece) => piece.start < end)
  if (!first?.node.isConnected || !last?.node.isConnected) return undefined
  const [from, to] = [offsetIn(first, start), offsetIn(last, end - 1) + 1]
  if (from > first.node.length || to > last.node.length) return undefined
  const range = document.createRange()
  range.setStart(first.node, from)
  range.setEnd(last.node, to)
  return range
}

/** The offset in a text node of a letter of the text. */
function offsetIn({ node, start, isTrimmed }: Piece, position: number): number {
  let left = position - start
  let wasBlank = isTrimmed
  for (let offset = 0; offset < node.length; offset++) {
    const isBlank = /\s/.test(node.data.charAt(offset))
    if (!(isBlank && wasBlank) && left-- === 0) return offset
    wasBlank = isBlank
  }
  return node.length
}

function textRange(pieces: readonly Piece[], range: Range): TextRange | undefined {
  const inside = pieces.filter(({ node }) => range.intersectsNode(node))
  const [first, last] = [inside[0], inside.at(-1)]
  if (!first || !last) return undefined
  const start = positionOf(first, first.node === range.startContainer ? range.startOffset : 0)
  const end = positionOf(last, last.node === range.endContainer ? range.endOffset : last.node.length)
  return end > start ? { start, end } : undefined
}

/** The position in the text of an offset in a text node. */
function positionOf({ node, start, isTrimmed }: Piece, offset: number): number {
  const before = node.data.slice(0, offset).replace(/\s+/g, ' ').length
  return start + (isTrimmed ? Math.max(0, before - 1) : before)
}
