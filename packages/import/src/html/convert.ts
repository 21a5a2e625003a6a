import { elementsOf, type LossKind } from '@nightdesk/contracts'
import { blocksFromHtml } from '@nightdesk/editor/paste'
import type { ImportedItem, PictureRef } from '../model.ts'
import type { Receipt } from '../receipt.ts'
import { type AddressBase, decoded, linkAddress, pictureAt, preparePictures, resolve } from './addresses.ts'
import { elementsIn, make, parseHtml, plainLine } from './parse.ts'
import { compareWords, readingsOf } from './words.ts'

interface HtmlInput extends AddressBase {
  html: string
  /** What readers of the old site saw, if `html` is not that: without shortcodes, say. */
  original?: string
  /** A selector of what is no content, such as the controls of a player, or what finds it. */
  ignored?: string | ((root: Element) => Element[])
  /** The picture above the text; its address is empty if there is none. */
  poster?: { source: string; alt?: string; caption?: string } | undefined
  /** Changes the document before it is converted, for what one product only writes. */
  adapt?: (root: Element, receipt: Receipt) => void
}

/** Converts HTML by the conversion of the editor. What has no block becomes text or links first, and is in the receipt. */
export function convertHtml(
  { html, original, ignored, poster, adapt, ...base }: HtmlInput,
  receipt: Receipt,
): Pick<ImportedItem, 'content' | 'poster' | 'pictures' | 'words'> {
  const root = parseWithout(html, ignored)
  const seen = readingsOf(original === undefined ? root : parseWithout(original, ignored))
  adapt?.(root, receipt)
  const all = prepare(root, base, receipt)
  const { blocks, losses } = blocksFromHtml(root)
  receipt.add('document-comment', losses.comments)
  receipt.add('heading-number', losses.headingNumbers)
  receipt.add('superscript', losses.superscripts)
  receipt.add('plain-caption', losses.plainCaptions)
  const used = new Set<unknown>()
  for (const { type, url } of elementsOf(blocks)) {
    if (type === 'image') used.add(url)
    if (url === '' && type === 'image') receipt.add('picture-without-address')
    if (url === '' && type === 'link') receipt.add('link-without-address')
  }
  const pictures = [...all.values()].filter(({ url }) => used.has(url))
  const featured = poster?.source ? pictureAt(poster.source, poster.alt, base) : null
  const elsewhere = [...pictures, ...(featured ? [featured] : [])].filter(
    ({ address, path }) => address === null && path === null,
  )
  receipt.add('picture-elsewhere', new Set(elsewhere.map(({ url }) => url)).size)
  const caption = poster?.source ? plainLine(poster.caption ?? '') : ''
  receipt.add('poster-caption', caption === '' ? 0 : 1, caption)
  return { content: blocks, poster: featured, pictures, words: compareWords(seen, blocks) }
}

function parseWithout(html: string, ignored: HtmlInput['ignored'] = () => []): Element {
  const root = parseHtml(html)
  const found = typeof ignored === 'string' ? elementsIn(root, ignored) : ignored(root)
  for (const element of found) element.remove()
  return root
}

/**
 * Changes what has no block, and what browsers fetch from elsewhere, to text and links; makes addresses absolute. Returns
 * the pictures by the address that their blocks will have.
 */
function prepare(root: Element, base: AddressBase, receipt: Receipt): Map<string, PictureRef> {
  removeDuplicates(root)
  replaceEmbeds(root, base, receipt)
  linkLoneAddresses(root, receipt)
  // They become paragraphs and lines, which would look like any other.
  for (const term of elementsIn(root, 'dt, th')) term.append(make(term, 'strong', {}, ...term.childNodes))
  receipt.add('table', dataTables(root))
  receipt.add('form', elementsIn(root, 'form').length)
  receipt.add('drawing', elementsIn(root, 'svg, canvas').filter(isLarge).length)
  for (const drawing of elementsIn(root, 'svg'))
    if (!isWithin(drawing, 'svg')) drawing.replaceWith(...textsOf(drawing))
  showBackgrounds(root, receipt)
  const pictures = preparePictures(root, base, receipt)
  for (const link of elementsIn(root, 'a[href]'))
    link.setAttribute('href', linkAddress(link.getAttribute('href') ?? '', base))
  return pictures
}

/** Pictures that load late are repeated for browsers without scripts; other texts for them are shown to nobody. */
function removeDuplicates(root: Element): void {
  for (const element of elementsIn(root, 'noscript')) {
    const picture = element.querySelector('img')
    const before = element.previousElementSibling
    if (picture && !(before?.matches('img') || before?.querySelector('img'))) element.replaceWith(picture)
    else element.remove()
  }
}

/** Older covers of WordPress and Ghost have their picture behind a text. Other pictures there are decoration of the old site. */
function showBackgrounds(root: Element, receipt: Receipt): void {
  for (const element of elementsIn(root, '[style*="background"]')) {
    const style = element.getAttribute('style') ?? ''
    const [, address = ''] = /background(?:-image)?\s*:[^;]{0,200}?url\(\s*["']?([^"')]+)/i.exec(style) ?? []
    if (address === '' || /^data:/i.test(address) || element.querySelector('img')) continue
    if (/\b(?:wp-block-cover|kg-header-card)/.test(element.className))
      element.before(make(element, 'img', { src: address }))
    else receipt.add('background')
  }
}

/** A table with a single cell is layout. */
function dataTables(root: Element): number {
  const cells = Map.groupBy(elementsIn(root, 'td, th'), (cell) => cell.closest('table'))
  return [...cells.values()].filter(({ length }) => length > 1).length
}

const isWithin = (element: Element, selector: string) => element.parentElement?.closest(selector) != null

/** The lines of text in a drawing, whose parts are at places and not beside each other. */
const textsOf = (drawing: Element) =>
  elementsIn(drawing, 'text').flatMap((text) => {
    if (isWithin(text, 'text')) return []
    const parts = text.children.length > 0 ? [...text.children] : [text]
    return make(drawing, 'p', {}, parts.map(({ textContent }) => textContent?.trim()).join(' '))
  })

/** Icons of buttons and links are no loss. */
const isLarge = (drawing: Element) =>
  drawing.closest('a, button, [class*="icon"], [aria-hidden="true"]') === null &&
  Number(drawing.getAttribute('width') ?? 100) > 48

const ADDRESS = /^\s*(https?:\/\/[^\s<>"]{1,2000})\s*$/

/** Several products make an embed of an address that is a paragraph by itself. */
function linkLoneAddresses(root: Element, receipt: Receipt): void {
  for (const element of elementsIn(root, 'p, div, figure, li, td')) {
    const address = element.children.length === 0 && ADDRESS.exec(element.textContent ?? '')?.[1]
    if (!address) continue
    element.replaceChildren(make(element, 'a', { href: address }, address))
    receipt.add('embed', 1, URL.parse(address)?.hostname)
  }
}

const EMBEDS = 'iframe, frame, embed, object, amp-youtube, audio, video'

/** Replaces embedded pages and players by links, and removes scripts, which embed a page if they are of one. */
function replaceEmbeds(root: Element, base: AddressBase, receipt: Receipt): void {
  for (const element of elementsIn(root, EMBEDS))
    if (!isWithin(element, EMBEDS)) replaceEmbed(element, base, receipt)
  for (const script of elementsIn(root, 'script')) replaceScript(script, base, receipt)
}

function replaceEmbed(element: Element, base: AddressBase, receipt: Receipt): void {
  const address = resolve(sourceOf(element), base.base)
  const { localName } = element
  const kind = localName === 'audio' || localName === 'video' ? localName : 'embed'
  receipt.add(kind, 1, address?.hostname)
  const title = (element.getAttribute('title') ?? '').trim()
  const text = address === null ? title : title || nameOf(address, kind)
  const link = address ? make(element, 'a', { href: watchAddress(address) }, text) : text
  const figure = element.closest('figure')
  // A link in a figure with a caption would be taken for a part of it.
  if (figure && !figure.querySelector('img')) {
    for (const caption of elementsIn(figure, 'figcaption'))
      caption.replaceWith(make(caption, 'p', {}, ...caption.childNodes))
    figure.replaceWith(...figure.childNodes)
  }
  element.replaceWith(make(element, 'p', {}, link))
}

/** The name of a file to play, which is shorter than its address. */
function nameOf({ href, pathname }: URL, kind: LossKind): string {
  const [name] = (kind !== 'embed' && /[^/]+\.\w{2,5}$/.exec(pathname)) || []
  return name === undefined ? href : decoded(name)
}

const SOURCES = ['src', 'data-src', 'data-lazy-src', 'data', 'data-videoid']

function sourceOf(element: Element): string {
  const own = SOURCES.map((name) => element.getAttribute(name)).find(
    (value) => value && value !== 'about:blank',
  )
  if (element.localName === 'amp-youtube') return `https://www.youtube.com/watch?v=${own ?? ''}`
  const inner = element.querySelector('source[src], embed[src], iframe[src]')?.getAttribute('src')
  return own ?? inner ?? ''
}

/** The page of a video instead of its bare player. */
function watchAddress(address: URL): string {
  const [, youtube] =
    /^(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{6,20})/.exec(address.host + address.pathname) ?? []
  if (youtube) return `https://www.youtube.com/watch?v=${youtube}`
  const [, vimeo] = /^player\.vimeo\.com\/video\/(\d+)/.exec(address.host + address.pathname) ?? []
  return vimeo ? `https://vimeo.com/${vimeo}` : address.href
}

/** Scripts of these hosts show a page in their place; those of others only change the page around. */
const SHOWS = /^(?:gist\.github\.com|speakerdeck\.com|asciinema\.org|player\.|fast\.wistia\.)/

function replaceScript(script: Element, base: AddressBase, receipt: Receipt): void {
  const address = resolve(script.getAttribute('src') ?? '', base.base)
  if (!address || !script.hasAttribute('src') || !SHOWS.test(address.host)) {
    if (!/json/.test(script.getAttribute('type') ?? '')) receipt.add('script', 1, address?.hostname)
    script.remove()
    return
  }
  const href = address.href.replace(/\.js$/, '')
  receipt.add('embed', 1, address.hostname)
  script.replaceWith(make(script, 'p', {}, make(script, 'a', { href }, href)))
}
