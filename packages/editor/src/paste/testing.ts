import {
  type Block,
  type Node as ContentNode,
  content,
  isSafeImageUrl,
  isSafeUrl,
  isText,
  MARKS,
} from '@nightdesk/contracts'
import { DOMParser } from 'linkedom'
import { parse, serialize } from 'parse5'
import { plainText } from '../text/text.ts'
import type { EdgeBlanks } from './lines.ts'
import { blocksFromHtml } from './paste.ts'

/** As the importers parse HTML: browsers repair wrong nesting, and Linkedom does not. */
export function parseHtml(html: string): Document {
  const repaired = serialize(parse(html, { scriptingEnabled: false })).replace(/^<!DOCTYPE[^>]*>/, '')
  const document = new DOMParser().parseFromString(repaired, 'text/html')
  // Linkedom ends a text at each entity, and browsers do not.
  document.documentElement.normalize()
  // It implements the standard DOM, but declares classes of its own.
  return document as unknown as Document
}

/** Errors in the conversion of a document. */
export interface PasteProblems {
  /** Visible words of the document that are missing, replaced, or joined to their neighbours. */
  lost: string[]
  /** What may not be stored, or may not come from a paste. */
  unsafe: string[]
}

export const NO_PROBLEMS: PasteProblems = { lost: [], unsafe: [] }

export function pasteProblems(document: Document): PasteProblems {
  const { blocks, blanks } = blocksFromHtml(document)
  const { error } = content.safeParse(blocks)
  const refusals = error?.issues.map(({ message }) => message) ?? []
  const lost = [...textProblems(document, blocks), ...glueProblems(document, blanks)]
  return { lost, unsafe: [...refusals, ...blocks.flatMap(unsafeParts)] }
}

/** Compares words, so that joined words are found; other differences of white space are allowed. */
function textProblems(document: Document, blocks: readonly Block[]): string[] {
  const seen = wordsOf(visibleText(document))
  const converted = wordsOf(plainText(blocks))
  const index = seen.findIndex((word, at) => word !== converted[at])
  if (index === -1 && seen.length === converted.length) return []
  const at = index === -1 ? seen.length : index
  const near = (words: string[]) => words.slice(Math.max(0, at - 2), at + 4).join(' ')
  return [`word ${at}: “${near(seen)}” was seen, “${near(converted)}” was kept`]
}

/** Without the signs of scene breaks, which are all converted to one sign. */
const wordsOf = (text: string) =>
  text
    .normalize('NFKC')
    .split(/\s+/)
    .filter((word) => word !== '' && !BREAK.test(word))

const BREAK = /^(?:\*+|#{1,3}|⁂|[-–—]{2,}|[✶•])$/

/** Pasted within a line, a word is joined to its neighbour if the blank at the edge was dropped. */
function glueProblems(document: Document, blanks: EdgeBlanks): string[] {
  const texts = seenTexts(document)
  const [first = '', last = ''] = [texts[0], texts.at(-1)]
  // An image, a rule or an empty line of code at an edge separates words.
  if (document.querySelector('img, hr, pre br')) return []
  return [
    ...(/^[ \t\u00a0]+\S/.test(first) && !blanks.before
      ? [`“${first}” is glued to what stands before it`]
      : []),
    ...(/\S[ \t\u00a0]+$/.test(last) && !blanks.after ? [`“${last}” is glued to what stands behind it`] : []),
  ]
}

/** The text nodes that show a word. */
function seenTexts(document: Document): string[] {
  const iterator = document.createNodeIterator(document, 4)
  const texts: string[] = []
  for (let node = iterator.nextNode(); node; node = iterator.nextNode()) {
    const text = node.nodeValue ?? ''
    if (text.trim() !== '' && node.parentElement && !isHidden(node.parentElement)) texts.push(text)
  }
  return texts
}

const KEYS = new Set('type children text url alt caption credit language align start note'.split(' '))

/** Unsafe URLs, and keys that a paste may not set. */
function unsafeParts(node: ContentNode): string[] {
  const strange = Object.keys(node).filter(
    (key) => !KEYS.has(key) && !(isText(node) && MARKS.some((mark) => mark === key)),
  )
  if (isText(node)) return strange
  const { type, url = '' } = node
  const isSafe =
    typeof url === 'string' && (url === '' || (type === 'image' ? isSafeImageUrl : isSafeUrl)(url))
  return [...strange, ...(isSafe ? [] : [`${type} to ${url}`]), ...node.children.flatMap(unsafeParts)]
}

const UNSEEN =
  'script, style, head, title, template, noscript, iframe, [hidden], svg desc, svg style, annotation, noembed, ' +
  'a[href*="#_ftn"], a[href^="#ftnt"], .sdfootnoteanc, .sdfootnotesym, .footnote-ref, .footnote-back, ' +
  'a[id^="cmnt_ref"], div:has(> p:first-child > a:first-child[href^="#cmnt_ref"]), .msocomanchor, .msocomtxt, .msocomoff, .MsoCommentReference, noframes, datalist, object, video, audio, canvas, metadata, desc, defs, symbol'
const BLOCK =
  'address, article, aside, blockquote, body, caption, center, dd, details, dialog, div, dl, dt, fieldset, ' +
  'figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, header, legend, li, main, menu, nav, ol, option, p, ' +
  'pre, section, select, summary, table, td, textarea, th, tr, ul, xmp, [style*="display:flex"] > *'

/**
 * The visible text, computed independently of the code under test: all text nodes with visible ancestors, and white
 * space between blocks.
 */
function visibleText(document: Document): string {
  const iterator = document.createNodeIterator(document, 1 | 4)
  const parts: string[] = []
  let block: Element | null = null
  for (let node = iterator.nextNode(); node; node = iterator.nextNode()) {
    const element = node.nodeType === 1 ? (node as Element) : node.parentElement
    if (!element || isHidden(element)) continue
    if (node === element) parts.push(standIn(element))
    else {
      const around: Element | null = element.closest(BLOCK)
      parts.push(around === block ? '' : ' ', node.nodeValue ?? '')
      block = around
    }
  }
  return parts.join('')
}

function isHidden(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const style = (at.getAttribute('style') ?? '').replaceAll(/\s/g, '').toLowerCase()
    if (at.matches(UNSEEN) || /(^|;)display:none|mso-hide:all/.test(style)) return true
    // The marker of Word before an item is converted to the item itself.
    if (style.includes('mso-list:ignore') && (isInItem(at) || at.closest(HEADING))) return true
    if (style.includes('mso-element:comment')) return true
  }
  return false
}

/** The text of an element without text nodes. */
function standIn(element: Element): string {
  if (element.localName === 'hr') return ' *** '
  const alt = element.localName === 'img' ? (element.getAttribute('alt') ?? '').trim() : ''
  if (/^\p{Extended_Pictographic}\ufe0f?$/u.test(alt)) return alt
  // An image is inline in an item of a list, and a block elsewhere.
  if (element.localName === 'img') return isInItem(element) ? '' : ' '
  return element.matches(`br, ${BLOCK}`) ? ' ' : ''
}

const HEADING = 'h1, h2, h3, h4, h5, h6, [role=heading]'

/** Within these, a Word paragraph is not an item. */
const NO_ITEM = 'ul, ol, menu, dir, pre, listing, xmp, plaintext, h1, h2, h3, h4, h5, h6, [role=heading]'

function isInItem(element: Element): boolean {
  if (element.closest('li')) return true
  const paragraph = element.closest('p[style*="mso-list:l" i]')
  return paragraph !== null && !paragraph.closest(NO_ITEM)
}
