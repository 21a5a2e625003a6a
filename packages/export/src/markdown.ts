import {
  type Block,
  type ElementNode,
  elementsOf,
  headingLevel,
  imageSource,
  isInline,
  isText,
  type Node,
  type TextNode,
} from '@nightdesk/contracts'
import { isSceneBreak } from '@nightdesk/editor'
import type {
  BlockContent,
  DefinitionContent,
  Heading,
  Image,
  ListItem,
  Paragraph,
  PhrasingContent,
  RootContent,
} from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown as write } from 'mdast-util-to-markdown'

type Flow = BlockContent | DefinitionContent

/** A text as GitHub Flavored Markdown, with underlines as HTML. Alignments and keys of other programs are not in it. */
export function toMarkdown(blocks: readonly Block[]): string {
  const notes = numberNotes(blocks)
  const children: RootContent[] = blocks.flatMap((block) => flow(block, notes))
  return write({ type: 'root', children }, { extensions: [gfmToMarkdown()], bullet: '-', rule: '*' })
}

function numberNotes(blocks: readonly Block[]): NoteNumbers {
  const notes = new Map<unknown, string>()
  for (const { type, note } of elementsOf(blocks)) {
    const isNote = type === 'footnote' || type === 'footnote-reference'
    if (isNote && !notes.has(note)) notes.set(note, `${notes.size + 1}`)
  }
  return notes
}

function flow(block: ElementNode, notes: NoteNumbers): Flow[] {
  const { type } = block
  if (isSceneBreak(block)) return [{ type: 'thematicBreak' }]
  if (headingLevel(type) > 0) return [heading(block, notes)]
  if (type === 'image') return figure(block)
  if (type === 'code-block' || type === 'code') return [code(block)]
  const children = contained(block.children, notes)
  if (type === 'block-quote') return [{ type: 'blockquote', children }]
  if (type === 'bulleted-list' || type === 'numbered-list') return [list(block, notes)]
  const identifier = type === 'footnote' ? notes.get(block.note) : undefined
  if (identifier) return [{ type: 'footnoteDefinition', identifier, label: identifier, children }]
  return children
}

/** What a block holds: blocks, and lines of text, which become paragraphs. */
function contained(nodes: readonly Node[], notes: NoteNumbers): Flow[] {
  const content: Flow[] = []
  let line: Node[] = []
  const endLine = () => {
    content.push(...paragraph(line, notes))
    line = []
  }
  const hasText = nodes.some(isInline)
  for (const node of nodes) {
    if (isInline(node) || (hasText && !isText(node) && node.type === 'image')) line.push(node)
    else if (!isText(node)) {
      endLine()
      content.push(...flow(node, notes))
    }
  }
  endLine()
  return content
}

function paragraph(nodes: readonly Node[], notes: NoteNumbers): Paragraph[] {
  const children = phrasing(nodes, notes)
  return children.length === 0 ? [] : [{ type: 'paragraph', children }]
}

function heading({ type, children }: ElementNode, notes: NoteNumbers): Heading {
  const depth = headingLevel(type) as Heading['depth'] // 1 to 6
  return { type: 'heading', depth, children: phrasing(children, notes) }
}

/** A picture; its caption and credit are a paragraph below it. */
function figure(block: ElementNode): Paragraph[] {
  const texts = [block.caption, block.credit].filter((text) => typeof text === 'string' && text !== '')
  const value = texts.join(' ')
  const lines: PhrasingContent[][] = [
    picture(block),
    value === '' ? [] : [{ type: 'emphasis', children: [{ type: 'text', value }] }],
  ]
  return lines.filter(({ length }) => length > 0).map((children) => ({ type: 'paragraph', children }))
}

function code({ children, language }: ElementNode): Flow {
  const lang = typeof language === 'string' && language !== '' ? language : null
  const isFlat = children.every(isText)
  return { type: 'code', lang, value: children.map(rawText).join(isFlat ? '' : '\n') }
}

const rawText = (node: Node): string => (isText(node) ? node.text : node.children.map(rawText).join(''))

function list({ type, start, children }: ElementNode, notes: NoteNumbers): Flow {
  const items = children.map(
    (item): ListItem => ({
      type: 'listItem',
      spread: false,
      children: isText(item) ? paragraph([item], notes) : contained(item.children, notes),
    }),
  )
  const ordered = type === 'numbered-list'
  return {
    type: 'list',
    ordered,
    start: ordered && typeof start === 'number' ? start : null,
    spread: false,
    children: items,
  }
}

/** The footnotes of a text by their names, numbered in the order of the text. */
type NoteNumbers = ReadonlyMap<unknown, string>

/** A line of text. */
const phrasing = (nodes: readonly Node[], notes: NoteNumbers): PhrasingContent[] =>
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
function picture({ filename, url, alt }: Record<string, unknown>): Image[] {
  const address = imageSource({ filename }) ? filename : imageSource({ url })
  if (typeof address !== 'string') return []
  return [{ type: 'image', url: address, alt: typeof alt === 'string' ? alt : '' }]
}

const reference = (identifier: string | undefined): PhrasingContent[] =>
  identifier ? [{ type: 'footnoteReference', identifier, label: identifier }] : []
