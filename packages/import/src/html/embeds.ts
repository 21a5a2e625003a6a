import type { LossKind, Receipt } from '../receipt/losses.ts'
import { type AddressBase, decoded, resolve } from './addresses.ts'
import { elementsIn, make } from './parse.ts'

const EMBEDS: Readonly<Record<string, LossKind>> = {
  iframe: 'embed',
  frame: 'embed',
  embed: 'embed',
  object: 'embed',
  'amp-youtube': 'embed',
  audio: 'audio',
  video: 'video',
}

/** Replaces embedded pages and players by links, and removes scripts, which embed a page if they are of one. */
export function replaceEmbeds(root: Element, base: AddressBase, receipt: Receipt): void {
  for (const element of elementsIn(root, Object.keys(EMBEDS).join(', '))) {
    if (!isWithinAnother(element)) replaceEmbed(element, base, receipt)
  }
  for (const script of elementsIn(root, 'script')) replaceScript(script, base, receipt)
}

const isWithinAnother = (element: Element) =>
  element.parentElement?.closest(Object.keys(EMBEDS).join(', ')) != null

function replaceEmbed(element: Element, base: AddressBase, receipt: Receipt): void {
  const address = resolve(sourceOf(element), base.base)
  const kind = EMBEDS[element.localName] ?? 'embed'
  receipt.add(kind, 1, address?.hostname)
  const title = (element.getAttribute('title') ?? '').trim()
  const text = address === null ? title : title || nameOf(address, kind)
  const link = address ? make(element, 'a', { href: watchAddress(address) }, text) : text
  const figure = element.closest('figure')
  // A link in a figure with a caption would be taken for a part of it.
  if (figure && !figure.querySelector('img')) {
    for (const caption of elementsIn(figure, 'figcaption')) caption.replaceWith(paragraphOf(caption))
    figure.replaceWith(...figure.childNodes)
  }
  element.replaceWith(make(element, 'p', {}, link))
}

/** The name of a file to play, which is shorter than its address. */
function nameOf({ href, pathname }: URL, kind: LossKind): string {
  const [name] = (kind !== 'embed' && /[^/]+\.\w{2,5}$/.exec(pathname)) || []
  return name === undefined ? href : decoded(name)
}

function paragraphOf(caption: Element): Element {
  const paragraph = make(caption, 'p', {})
  paragraph.append(...caption.childNodes)
  return paragraph
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
