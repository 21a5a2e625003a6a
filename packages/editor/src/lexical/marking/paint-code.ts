import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import css from 'highlight.js/lib/languages/css'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import markdown from 'highlight.js/lib/languages/markdown'
import python from 'highlight.js/lib/languages/python'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import { createLowlight } from 'lowlight'

// The languages that `code-language.tsx` offers.
const lowlight = createLowlight({
  bash,
  c,
  css,
  go,
  java,
  javascript,
  json,
  markdown,
  python,
  rust,
  sql,
  typescript,
  xml,
})
lowlight.registerAlias({ xml: 'html' })

/** What is coloured alike, by the classes of highlight.js; `marking.css` has a rule for each. */
const COLOURS: Record<string, string> = {
  comment: 'comment',
  quote: 'comment',
  keyword: 'keyword',
  built_in: 'keyword',
  type: 'keyword',
  literal: 'keyword',
  'selector-tag': 'keyword',
  string: 'string',
  regexp: 'string',
  addition: 'string',
  number: 'number',
  symbol: 'number',
  title: 'name',
  section: 'name',
  name: 'name',
  attr: 'name',
  attribute: 'name',
  'selector-class': 'name',
  'selector-id': 'name',
}

/** Colours the text of a code block. A language nobody knows has no colours. @returns how to take them away */
export function paintCode(element: HTMLElement, language: string): () => void {
  if (!lowlight.registered(language)) return () => {}
  const { text, pieces } = readLines(element)
  const painted: [Highlight, Range][] = []
  visit(lowlight.highlight(language, text), 0, (colour, start, end) => {
    const highlight = highlightOf(colour)
    for (const range of rangesBetween(pieces, start, end)) {
      highlight.add(range)
      painted.push([highlight, range])
    }
  })
  return () => {
    for (const [highlight, range] of painted) highlight.delete(range)
  }
}

type Tree = ReturnType<typeof lowlight.highlight> | ReturnType<typeof lowlight.highlight>['children'][number]

/** Calls back for every coloured part of the tree. @returns where `node` ends */
function visit(
  node: Tree,
  start: number,
  onColour: (colour: string, start: number, end: number) => void,
): number {
  if (node.type === 'text') return start + node.value.length
  if (!('children' in node)) return start
  let end = start
  for (const child of node.children) end = visit(child, end, onColour)
  const classes = node.type === 'element' ? node.properties.className : undefined
  const name = Array.isArray(classes) ? String(classes[0]).replace('hljs-', '') : ''
  const colour = COLOURS[name]
  if (colour) onColour(colour, start, end)
  return end
}

function highlightOf(colour: string): Highlight {
  const name = `editor-code-${colour}`
  const highlight = CSS.highlights.get(name) ?? new Highlight()
  CSS.highlights.set(name, highlight)
  return highlight
}

interface Piece {
  node: Text
  /** Where it begins in the whole text. */
  start: number
}

/** The text of a block as it is read, and where on the page each part of it stands. */
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
