import type { Block } from '@nightdesk/contracts'
import { plainText } from '@nightdesk/editor'
import type { WordCount } from '../model.ts'

/** Runs of letters and digits: enough to find a word that is lost or joined to another, in every script. */
const WORD = /[\p{L}\p{M}\p{N}]+/gu
/** Numbers in superscript become digits, ligatures become letters. */
const wordsIn = (text: string): string[] => text.normalize('NFKC').match(WORD) ?? []

const MAX_EXAMPLES = 10

/** Compares the visible words of an original, in the best of its readings, with those of blocks. */
export function compareWords(readings: readonly string[], blocks: readonly Block[]): WordCount {
  const counts = readings.map((reading) => compare(reading, blocks))
  // There is at least one reading.
  return counts.toSorted((a, b) => a.missing.length - b.missing.length)[0] as WordCount
}

/** Each word counts as often as it occurs. */
function compare(original: string, blocks: readonly Block[]): WordCount {
  const left = new Map<string, number>()
  const imported = wordsIn(plainText(blocks))
  for (const word of imported) left.set(word, (left.get(word) ?? 0) + 1)
  const words = wordsIn(original)
  const missing = words.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count <= 0
  })
  return { original: words.length, imported: imported.length, missing: missing.slice(0, MAX_EXAMPLES) }
}

/** Elements whose text browsers do not show. */
const UNSEEN = new Set(
  (
    'script style head title template noscript iframe object video audio canvas noembed noframes datalist metadata desc defs ' +
    'symbol annotation annotation-xml'
  ).split(' '),
)

/** Elements that do not part words. */
const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike ' +
    'strong sub sup time tt u var wbr'
  ).split(' '),
)

/**
 * The visible text below an element, without the signs of links within the page: those of notes are not stored. If there are
 * such links, the text with them is the second reading. Independent of the conversion.
 */
export function readingsOf(root: Element): string[] {
  const readings = [visibleText(root, isSignOfLink)]
  return root.querySelector('a[href*="#"]') ? [...readings, visibleText(root)] : readings
}

/** The visible text below an element. */
export function visibleText(root: Element, isLeftOut: (element: Element) => boolean = () => false): string {
  const parts: string[] = []
  const open: (Node | string)[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'string') parts.push(node)
    else if (node.nodeType === 3) parts.push(node.nodeValue ?? '')
    else if (isElement(node) && !isHidden(node) && !isLeftOut(node)) {
      const between = INLINE.has(node.localName) ? '' : ' '
      parts.push(between)
      open.push(between)
      for (let child = node.lastChild; child; child = child.previousSibling) open.push(child)
    }
  }
  return parts.join('')
}

const isElement = (node: Node): node is Element => node.nodeType === 1

const isHidden = (element: Element) =>
  UNSEEN.has(element.localName) ||
  element.hasAttribute('hidden') ||
  /(?:^|[;\s])(?:display\s*:\s*none|mso-hide\s*:\s*all)/i.test(element.getAttribute('style') ?? '')

/** For a short text only: its time grows with the square of the length. */
const SIGN = /^[^\p{L}\p{N}]*[a-z\d]{0,3}[^\p{L}\p{N}]*$/iu
const MAX_SIGN = 20

/** A link within the page with a short sign, as references to notes and the ways back have. */
function isSignOfLink(element: Element): boolean {
  if (element.localName !== 'a' || !element.getAttribute('href')?.includes('#')) return false
  const text = element.textContent?.trim() ?? ''
  return text.length <= MAX_SIGN && SIGN.test(text)
}
