import type { ElementNode, Node, TextNode } from '@nightdesk/contracts'

// Short notation for the blocks of a row. `|` is the caret; `‹` and `›` are the ends of a selection.

type Piece = string | Node

const nodes = (pieces: Piece[]): Node[] =>
  pieces.length === 0
    ? [{ text: '' }]
    : pieces.map((piece) => (typeof piece === 'string' ? { text: piece } : piece))

const block =
  (type: string) =>
  (...pieces: Piece[]): ElementNode => ({ type, children: nodes(pieces) })

export const p = block('paragraph')
export const h1 = block('heading-one')
export const h2 = block('heading-two')
export const sceneBreak = p('***')
export const h3 = block('heading-three')
export const quote = block('block-quote')
export const li = block('list-item')

const list =
  (type: string) =>
  (...items: (string | ElementNode)[]): ElementNode => ({
    type,
    children: items.map((item) => (typeof item === 'string' ? li(item) : item)),
  })

export const ul = list('bulleted-list')
export const ol = list('numbered-list')

export const code = (...lines: string[]): ElementNode => ({
  type: 'code-block',
  children: lines.map((line) => block('code-line')(line)),
})

export const link = (url: string, ...pieces: Piece[]): ElementNode => ({
  type: 'link',
  url,
  children: nodes(pieces),
})

/** `img('|')` is a selected image. */
export const img = (caret = ''): ElementNode => ({
  type: 'image',
  url: '/icon-192.png',
  children: [{ text: caret }],
})

const marked =
  (mark: string) =>
  (text: string): TextNode => ({ text, [mark]: true })

export const b = marked('bold')
export const i = marked('italic')
export const strike = marked('strikethrough')
export const inlineCode = marked('code')
