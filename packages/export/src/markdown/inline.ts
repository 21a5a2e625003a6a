import { imageSource, isText, type Node, type TextNode } from '@nightdesk/contracts'
import type { Image, PhrasingContent } from 'mdast'

/** The footnotes of a text by their names, numbered in the order of the text. */
export type NoteNumbers = ReadonlyMap<unknown, string>

/** A line of text. */
export const phrasing = (nodes: readonly Node[], notes: NoteNumbers): PhrasingContent[] =>
  nodes.flatMap((node): PhrasingContent[] => {
    if (isText(node)) return marked(node)
    const children = phrasing(node.children, notes)
    if (node.type === 'image') return picture(node)
    if (node.type === 'footnote-reference') return reference(notes.get(node.note))
    if (node.type === 'link' && typeof node.url === 'string' && node.url !== '')
      // A link has no link inside, which the type says and the block model does not.
      return [{ type: 'link', url: node.url, children: children.filter(({ type }) => type !== 'link') }]
    return children
  })

function marked(node: TextNode): PhrasingContent[] {
  if (node.text === '') return []
  let content = node.code ? [{ type: 'inlineCode', value: node.text } as const] : broken(node.text)
  if (node.strikethrough) content = [{ type: 'delete', children: content }]
  if (node.italic) content = [{ type: 'emphasis', children: content }]
  if (node.bold) content = [{ type: 'strong', children: content }]
  if (!node.underline) return content
  return [{ type: 'html', value: '<u>' }, ...content, { type: 'html', value: '</u>' }]
}

/** A soft line break is a break in Markdown. */
const broken = (text: string): PhrasingContent[] =>
  text
    .split('\n')
    .flatMap((line, index): PhrasingContent[] => [
      ...(index === 0 ? [] : [{ type: 'break' } as const]),
      ...(line === '' ? [] : [{ type: 'text', value: line } as const]),
    ])

/** An uploaded picture is beside the text. */
export function picture({ filename, url, alt }: Record<string, unknown>): Image[] {
  const address = imageSource({ filename }) ? filename : imageSource({ url })
  if (typeof address !== 'string') return []
  return [{ type: 'image', url: address, alt: typeof alt === 'string' ? alt : '' }]
}

const reference = (identifier: string | undefined): PhrasingContent[] =>
  identifier ? [{ type: 'footnoteReference', identifier, label: identifier }] : []
