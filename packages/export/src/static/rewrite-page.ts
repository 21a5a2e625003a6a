import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** @returns the link to write in place of the one on the page */
type Rewrite = (link: string) => Promise<string>

/** A page with other links in its elements. */
export async function rewritePage(html: string, rewrite: Rewrite): Promise<string> {
  const document = parse(html)
  for (const element of elementsOf(document)) await rewriteElement(element, rewrite)
  return serialize(document)
}

/** All of them, outermost first. */
export function* elementsOf(node: Node): Generator<Element> {
  if ('tagName' in node) yield node
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsOf(child)
}

async function rewriteElement(element: Element, rewrite: Rewrite): Promise<void> {
  // Search engines and other sites need the whole address.
  if (isCanonical(element)) return
  for (const attribute of element.attrs) {
    if (LINKS.has(attribute.name)) attribute.value = await rewriteLink(attribute.value, rewrite)
    if (SETS.has(attribute.name)) attribute.value = await rewriteSet(attribute.value, rewrite)
  }
}

const LINKS = new Set(['href', 'src', 'poster'])
/** The second is that of preloaded pictures. */
const SETS = new Set(['srcset', 'imagesrcset'])

const isCanonical = ({ tagName, attrs }: Element) =>
  tagName === 'link' && attrs.some(({ name, value }) => name === 'rel' && value === 'canonical')

/** A link within the page stays. */
const rewriteLink = async (link: string, rewrite: Rewrite): Promise<string> =>
  link.startsWith('#') ? link : rewrite(link)

/** `a.webp 640w, b.webp 1280w`: the renderer separates candidates by a comma and a space. */
async function rewriteSet(set: string, rewrite: Rewrite): Promise<string> {
  const candidates: string[] = []
  for (const candidate of set.split(', ')) {
    const [link = '', ...size] = candidate.trim().split(/\s+/)
    candidates.push([await rewriteLink(link, rewrite), ...size].join(' '))
  }
  return candidates.join(', ')
}

/** A style sheet with other links. */
export async function rewriteStyles(css: string, rewrite: Rewrite): Promise<string> {
  const parts: string[] = []
  let end = 0
  for (const match of css.matchAll(/url\((["']?)([^)"']+)\1\)/g)) {
    const [whole, , link = ''] = match
    const isData = link.startsWith('data:') || link.startsWith('#')
    parts.push(css.slice(end, match.index), isData ? whole : `url("${await rewrite(link)}")`)
    end = match.index + whole.length
  }
  return parts.join('') + css.slice(end)
}
