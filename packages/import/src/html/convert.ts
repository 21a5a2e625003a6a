import { type Block, type Node as ContentNode, isText } from '@nightdesk/contracts'
import { blocksFromHtml } from '@nightdesk/editor/paste'
import type { PictureRef, WordCount } from '../model.ts'
import type { Receipt } from '../receipt/losses.ts'
import type { AddressBase } from './addresses.ts'
import { elementsIn, parseHtml } from './parse.ts'
import { prepare } from './prepare/prepare.ts'
import { compareWords, readingsOf } from './words.ts'

export interface ConvertedHtml {
  content: Block[]
  pictures: PictureRef[]
  words: WordCount
}

interface HtmlInput extends AddressBase {
  html: string
  /** What readers of the old site saw, if `html` is not that: without shortcodes, say. */
  original?: string
  /** A selector of what is no content, such as the controls of a player. */
  ignored?: string
  /** Changes the document before it is converted, for what one product only writes. */
  adapt?: (root: Element, receipt: Receipt) => void
}

/** Converts HTML by the conversion of the editor. What has no block becomes text or links first, and is in the receipt. */
export function convertHtml(
  { html, original, ignored, adapt, ...base }: HtmlInput,
  receipt: Receipt,
): ConvertedHtml {
  const root = parseWithout(html, ignored)
  const seen = readingsOf(original === undefined ? root : parseWithout(original, ignored))
  adapt?.(root, receipt)
  const pictures = prepare(root, base, receipt)
  const { blocks, losses } = blocksFromHtml(root)
  receipt.add('document-comment', losses.comments)
  receipt.add('heading-number', losses.headingNumbers)
  receipt.add('superscript', losses.superscripts)
  receipt.add('plain-caption', losses.plainCaptions)
  const elements = blocks.flatMap(nodesIn)
  const used = new Set(elements.filter(({ type }) => type === 'image').map(({ url }) => url))
  for (const { type, url } of elements) {
    if (url === '' && type === 'image') receipt.add('picture-without-address')
    if (url === '' && type === 'link') receipt.add('link-without-address')
  }
  const found = [...pictures.values()].filter(({ url }) => used.has(url))
  receipt.add(
    'picture-elsewhere',
    found.filter(({ address, path }) => address === null && path === null).length,
  )
  return {
    content: blocks,
    pictures: found,
    words: compareWords(seen, blocks),
  }
}

function parseWithout(html: string, ignored: string | undefined): Element {
  const root = parseHtml(html)
  if (ignored) for (const element of elementsIn(root, ignored)) element.remove()
  return root
}

function nodesIn(node: ContentNode): Block[] {
  return isText(node) ? [] : [node, ...node.children.flatMap(nodesIn)]
}
