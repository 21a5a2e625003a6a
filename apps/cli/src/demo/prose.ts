import type { Block, Node, TextNode } from '@nightdesk/contracts'
import type { DrawingName } from './drawing/drawings.ts'

/** A sample story. Its pictures are named, not uploaded: `publishStories` puts the stored files in. */
export interface Story {
  title: string
  /** Derived from the content by the server when absent. */
  excerpt?: string
  poster: DrawingName
  /** Names of what it is filed under. */
  tags: string[]
  content: Block[]
}

/** A tag for template literals, so that a story can be wrapped in its source like any other prose. */
type Prose = (strings: TemplateStringsArray, ...inlines: Node[]) => Block

const block =
  (type: string): Prose =>
  (strings, ...inlines) => ({ type, children: inline(strings, inlines) })

export const paragraph = block('paragraph')
export const heading = block('heading-two')
export const subheading = block('heading-three')
export const quote = block('block-quote')
export const item = block('list-item')

export const numbered = (...children: Block[]): Block => ({ type: 'numbered-list', children })
export const bulleted = (...children: Block[]): Block => ({ type: 'bulleted-list', children })

export const codeBlock = (language: string, lines: string[]): Block => ({
  type: 'code-block',
  language,
  children: lines.map((line) => ({ type: 'code-line', children: [{ text: line }] })),
})

export const image = (drawing: DrawingName, alt: string): Block => ({
  type: 'image',
  url: drawingUrl(drawing),
  alt,
  children: [{ text: '' }],
})

/** Stands in an image block until the drawing has been uploaded. */
export const drawingUrl = (drawing: DrawingName) => `/drawings/${drawing}.png`

export const sceneBreak: Block = { type: 'paragraph', children: [{ text: '***' }] }

export const italic = (text: string): TextNode => ({ text, italic: true })
export const bold = (text: string): TextNode => ({ text, bold: true })
export const underline = (text: string): TextNode => ({ text, underline: true })
export const struck = (text: string): TextNode => ({ text, strikethrough: true })
export const code = (text: string): TextNode => ({ text, code: true })

export const link = (url: string, text: string): Block => ({ type: 'link', url, children: [{ text }] })

/** Line breaks of the source become spaces, as in HTML. */
function inline(strings: TemplateStringsArray, inlines: Node[]): Node[] {
  const last = strings.length - 1
  return strings.flatMap((string, index) => {
    let text = string.replaceAll(/\s+/g, ' ')
    if (index === 0) text = text.trimStart()
    if (index === last) text = text.trimEnd()
    const next = inlines[index]
    return [...(text ? [{ text }] : []), ...(next ? [next] : [])]
  })
}
