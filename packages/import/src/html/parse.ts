import { DOMParser } from 'linkedom'
import { defaultTreeAdapter, parse, serialize } from 'parse5'
import { oneLine } from '../archive/fields.ts'
import { SourceError, TOO_DEEP } from '../model.ts'
import { visibleText } from './words.ts'

/**
 * The content of a page or of a part of one. Entities are decoded, nothing is loaded or run. Linkedom has the DOM that the
 * conversion needs, but does not repair wrong nesting as browsers do, so parse5 does that first.
 */
export function parseHtml(html: string): Element {
  const isPage = /<html[\s>]/i.test(html.slice(0, 4096))
  const repaired = repair(isPage ? html : `<body>${html}`)
  const document = new DOMParser().parseFromString(repaired, 'text/html')
  // Linkedom ends a text at each entity, and browsers do not: spaces are collapsed by text.
  document.documentElement.normalize()
  // It implements the standard DOM, but declares classes of its own.
  return document.documentElement as unknown as Element
}

/** Browsers show 512. What is deeper takes time that grows with the square of its depth. */
const MAX_LEVELS = 512
/** Marks that are never closed begin again in each paragraph: more elements than a text has characters, if there are many. */
const MAX_REPEATED = 100_000

function repair(html: string): string {
  let level = 0
  let elements = 0
  const treeAdapter = {
    ...defaultTreeAdapter,
    onItemPush() {
      if (++level > MAX_LEVELS || ++elements > MAX_REPEATED + html.length) throw new SourceError(TOO_DEEP)
    },
    onItemPop() {
      level--
    },
  }
  return serialize(parse(html, { scriptingEnabled: false, treeAdapter }))
}

/** The elements below one that match, also while they are replaced. */
export const elementsIn = (root: Element, selector: string): Element[] => [
  ...root.querySelectorAll<Element>(selector),
]

/** A new element with texts and nodes in it. */
export function make(
  near: Element,
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...children: (Node | string)[]
): Element {
  const element = near.ownerDocument.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/** A title or excerpt as plain text on one line; it may have been written as HTML. */
export const plainLine = (html: string): string =>
  oneLine(/[<&]/.test(html) ? visibleText(parseHtml(html)) : html)

/** Text within HTML or an attribute of it. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const VOID =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|image|path|rect|circle|use)$/i

/** XHTML and MDX may close any element at once. HTML does not know that: all that follows `<iframe/>` would be in it. */
export const withClosed = (html: string): string =>
  html.replace(
    /<([a-z][\w:-]*)((?:\s(?:"[^"]*"|'[^']*'|[^'"<>])*?)?)\/>/gi,
    (tag, name: string, attributes: string) => (VOID.test(name) ? tag : `<${name}${attributes}></${name}>`),
  )
