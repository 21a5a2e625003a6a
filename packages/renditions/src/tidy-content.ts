import {
  type Block,
  type ElementNode,
  headingLevel,
  imageSource,
  isInline,
  isText,
  type Node,
} from '@nightdesk/contracts'
import { plainText } from '@nightdesk/editor'

/** Whether the book holds a picture. A missing picture becomes a link to it. */
type IsEmbedded = (image: ElementNode) => boolean

/**
 * Content that nests as XHTML allows. Stored content may nest in any way and browsers show it; e-book readers refuse the
 * whole book. No word is lost: among blocks, adjacent texts and links become a paragraph.
 */
export function tidyContent(nodes: readonly Node[], isEmbedded: IsEmbedded): Block[] {
  const blocks: Block[] = []
  let line: Node[] = []
  const endLine = () => {
    if (line.length > 0) blocks.push({ type: 'paragraph', children: line })
    line = []
  }
  for (const node of nodes) {
    if (isText(node) || isInline(node)) line.push(...inline([node], isEmbedded))
    else if (isLinkedImage(node, isEmbedded)) line.push(...linkedImage(node))
    else {
      endLine()
      blocks.push(...tidyBlock(node, isEmbedded))
    }
  }
  endLine()
  return blocks
}

function tidyBlock(block: ElementNode, isEmbedded: IsEmbedded): Block[] {
  const { type, children } = block
  if (type === 'image') return [block]
  // Code without lines is one text.
  const isCode = type === 'code' || (type === 'code-block' && children.every(isInline))
  if (type === 'paragraph' || type === 'footnote' || isCode || headingLevel(type) > 0)
    return [{ ...block, children: inline(children, isEmbedded) }]
  if (type === 'code-block')
    return [{ ...block, children: children.map((line) => codeLine(line, isEmbedded)) }]
  if (type === 'block-quote') return [{ ...block, children: tidyContent(children, isEmbedded) }]
  if (isList(block)) return [{ ...block, children: items(children, isEmbedded) }]
  // A part of a list or of code outside of one, or an unknown block.
  return tidyContent(children, isEmbedded)
}

const codeLine = (line: Node, isEmbedded: IsEmbedded): ElementNode => ({
  type: 'code-line',
  children: inline(isText(line) ? [line] : line.children, isEmbedded),
})

function items(nodes: readonly Node[], isEmbedded: IsEmbedded): ElementNode[] {
  return nodes.map((node) => {
    const isItem = !isText(node) && node.type === 'list-item'
    const { align } = isItem ? node : {}
    const children = itemChildren(isItem ? node.children : [node], isEmbedded)
    return { type: 'list-item', ...(align && { align }), children }
  })
}

/** Text and nested lists stay as they are: a list item is no paragraph. */
function itemChildren(nodes: readonly Node[], isEmbedded: IsEmbedded): Node[] {
  const lists = nodes.filter(isList)
  const text = nodes.filter((node) => !isList(node))
  if (text.some((node) => !isInline(node))) return tidyContent(nodes, isEmbedded)
  return [...inline(text, isEmbedded), ...tidyContent(lists, isEmbedded)]
}

/** Within a line: only the text of blocks stays. */
function inline(nodes: readonly Node[], isEmbedded: IsEmbedded, isInLink = false): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (isText(node)) return [node]
    if (node.type === 'footnote-reference') return [node]
    if (node.type === 'image') return inlineImage(node, isEmbedded, isInLink)
    if (node.type !== 'link' || isInLink) return inline(node.children, isEmbedded, isInLink)
    return [{ ...node, children: inline(node.children, isEmbedded, true) }]
  })
}

/** A link to an image, followed by its caption. */
function linkedImage(image: ElementNode): Node[] {
  const caption = plainText([image])
  const link = inlineImage(image, () => false, false)
  return caption === '' ? link : [...link, { text: link.length > 0 ? ` ${caption}` : caption }]
}

function inlineImage(image: ElementNode, isEmbedded: IsEmbedded, isInLink: boolean): Node[] {
  if (isEmbedded(image)) return [image]
  const url = imageSource(image)
  const text = { text: typeof image.alt === 'string' && image.alt !== '' ? image.alt : 'Picture' }
  if (!url) return []
  return isInLink ? [text] : [{ type: 'link', url, children: [text] }]
}

const isList = (node: Node) =>
  !isText(node) && (node.type === 'bulleted-list' || node.type === 'numbered-list')
const isLinkedImage = (node: ElementNode, isEmbedded: IsEmbedded) =>
  node.type === 'image' && !isEmbedded(node)
