import { ownPictures } from '@nightdesk/articles'
import {
  type Block,
  type ElementNode,
  headingLevel,
  imageSource,
  isInline,
  isText,
  type Node,
  type TextNode,
} from '@nightdesk/contracts'
import { collectFootnotes, isSceneBreak } from '@nightdesk/editor'
import type {
  BlockContent,
  DefinitionContent,
  Emphasis,
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

/**
 * A text as GitHub Flavored Markdown, with underlines as HTML. Alignments and keys of other programs are not in it.
 * @param site on which the text is: its uploaded pictures are beside the text
 */
export function toMarkdown(blocks: readonly Block[], site: { url: string }): string {
  const { footnotes } = collectFootnotes(blocks)
  const names = {
    notes: new Map(footnotes.map(({ block, number }) => [block.note, `${number}`])),
    noted: new Set<ElementNode>(footnotes.map(({ block }) => block)),
    files: ownPictures(blocks, site),
  }
  const children: RootContent[] = blocks.flatMap((block) => flow(block, names))
  return write({ type: 'root', children }, { extensions: [gfmToMarkdown()], bullet: '-', rule: '*' })
}

interface Names {
  /** The numbers of footnotes by their names: of those that the text refers to, as on its page. */
  notes: ReadonlyMap<unknown, string>
  /** These footnotes. Others are paragraphs. */
  noted: ReadonlySet<ElementNode>
  /** Uploaded pictures by the addresses under which they are shown. */
  files: ReadonlyMap<string, string>
}

function flow(block: ElementNode, names: Names): Flow[] {
  const { type } = block
  if (isInline(block)) return paragraph([block], names)
  if (isSceneBreak(block)) return [{ type: 'thematicBreak' }]
  if (headingLevel(type) > 0) return [heading(block, names)]
  if (type === 'image') return figure(block, names)
  if (type === 'code-block' || type === 'code') return [code(block)]
  const children = contained(block.children, names)
  if (type === 'block-quote') return [{ type: 'blockquote', children }]
  if (type === 'bulleted-list' || type === 'numbered-list') return [list(block, names)]
  const identifier = names.noted.has(block) ? names.notes.get(block.note) : undefined
  if (identifier) return [{ type: 'footnoteDefinition', identifier, label: identifier, children }]
  return children
}

/** What a block holds: blocks, and lines of text, which become paragraphs. */
function contained(nodes: readonly Node[], names: Names): Flow[] {
  const content: Flow[] = []
  let line: Node[] = []
  const endLine = () => {
    content.push(...paragraph(line, names))
    line = []
  }
  const hasText = nodes.some(isInline)
  for (const node of nodes) {
    if (isInline(node) || (hasText && !isText(node) && node.type === 'image')) line.push(node)
    else if (!isText(node)) {
      endLine()
      content.push(...flow(node, names))
    }
  }
  endLine()
  return content
}

function paragraph(nodes: readonly Node[], names: Names): Paragraph[] {
  const children = lineOf(nodes, names)
  return children.length === 0 ? [] : [{ type: 'paragraph', children }]
}

function heading({ type, children }: ElementNode, names: Names): Heading {
  const depth = headingLevel(type) as Heading['depth'] // 1 to 6
  return { type: 'heading', depth, children: lineOf(children, names) }
}

/** A picture; its caption and credit are a paragraph below it. */
const figure = (block: ElementNode, names: Names): Paragraph[] =>
  [picture(block, names), captionOf(block)].flatMap((children): Paragraph[] =>
    children.length === 0 ? [] : [{ type: 'paragraph', children }],
  )

function captionOf({ caption, credit }: ElementNode): Emphasis[] {
  const value = [caption, credit].filter((text) => typeof text === 'string' && text !== '').join(' ')
  return value === '' ? [] : [{ type: 'emphasis', children: [{ type: 'text', value }] }]
}

function code({ children, language }: ElementNode): Flow {
  const lang = typeof language === 'string' && language !== '' ? language : null
  const isFlat = children.every(isText)
  return { type: 'code', lang, value: children.map(rawText).join(isFlat ? '' : '\n') }
}

const rawText = (node: Node): string => (isText(node) ? node.text : node.children.map(rawText).join(''))

function list({ type, start, children }: ElementNode, names: Names): Flow {
  const items = children.map(
    (item): ListItem => ({
      type: 'listItem',
      spread: false,
      children: contained(!isText(item) && item.type === 'list-item' ? item.children : [item], names),
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

/** A line of text. A break at its end would be a backslash. */
function lineOf(nodes: readonly Node[], names: Names): PhrasingContent[] {
  const content = phrasing(nodes, names)
  return content.slice(0, content.findLastIndex(({ type }) => type !== 'break') + 1)
}

const phrasing = (nodes: readonly Node[], names: Names): PhrasingContent[] =>
  joined(
    nodes.flatMap((node): PhrasingContent[] => {
      if (isText(node)) return broken(node)
      const children = phrasing(node.children, names)
      if (node.type === 'image')
        return [
          ...picture(node, names),
          ...captionOf(node).flatMap((caption) => [{ type: 'text', value: ' ' } as const, caption]),
        ]
      if (node.type === 'footnote-reference') return reference(names.notes.get(node.note))
      if (node.type === 'link' && typeof node.url === 'string' && node.url !== '')
        return [{ type: 'link', url: node.url, children: children.flatMap(withoutLink) }]
      return children
    }),
  )

/** Between two texts that are struck through, or two of code, the signs of the one and the other would be a single longer one. */
function joined(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const found: PhrasingContent[] = []
  for (const node of nodes) {
    const last = found.at(-1)
    if (last?.type === 'delete' && node.type === 'delete') last.children.push(...node.children)
    else if (last?.type === 'inlineCode' && node.type === 'inlineCode') last.value += node.value
    else found.push(node)
  }
  return found
}

/** A link has no link inside, which the type says and the block model does not. */
const withoutLink = (node: PhrasingContent) => (node.type === 'link' ? node.children : [node])

/** A soft line break is a break in Markdown, between the lines and not within their marks, whose signs it would hide. */
const broken = (node: TextNode): PhrasingContent[] =>
  node.text
    .split('\n')
    .flatMap((value, index) => [...(index === 0 ? [] : [{ type: 'break' } as const]), ...marked(value, node)])

function marked(value: string, node: TextNode): PhrasingContent[] {
  if (value === '') return []
  let content: PhrasingContent[] = [{ type: node.code ? 'inlineCode' : 'text', value }]
  if (node.strikethrough) content = [{ type: 'delete', children: content }]
  if (node.italic) content = [{ type: 'emphasis', children: content }]
  if (node.bold) content = [{ type: 'strong', children: content }]
  if (!node.underline) return content
  return [{ type: 'html', value: '<u>' }, ...content, { type: 'html', value: '</u>' }]
}

/** An uploaded picture is beside the text. */
function picture(node: ElementNode, { files }: Names): Image[] {
  const address = imageSource(node)
  if (address === undefined) return []
  const { alt } = node
  return [{ type: 'image', url: files.get(address) ?? address, alt: typeof alt === 'string' ? alt : '' }]
}

const reference = (identifier: string | undefined): PhrasingContent[] =>
  identifier ? [{ type: 'footnoteReference', identifier, label: identifier }] : []
