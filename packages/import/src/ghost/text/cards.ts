import { elementsIn, make } from '../../html/parse.ts'
import type { Receipt } from '../../receipt/losses.ts'

/** Controls of players, whose words are no content. */
export const CONTROLS =
  '.kg-audio-player, .kg-audio-thumbnail, .kg-video-overlay, .kg-video-player-container, .kg-toggle-card-icon, ' +
  '.kg-file-card-icon, .kg-signup-card-fields, .kg-product-card-rating'

/** Makes plain blocks of the cards of Ghost’s editor. */
export function adaptCards(root: Element, receipt: Receipt): void {
  receipt.add('gallery', elementsIn(root, '.kg-gallery-card').length)
  for (const gallery of elementsIn(root, '.kg-gallery-card')) splitGallery(gallery)
  for (const bookmark of elementsIn(root, '.kg-bookmark-card')) replaceBookmark(bookmark, receipt)
  for (const file of elementsIn(root, '.kg-file-card')) replaceFile(file, receipt)
  // The callout is a quote of a kind; its emoji belongs to its text.
  for (const callout of elementsIn(root, '.kg-callout-card')) {
    const text = callout.querySelector('.kg-callout-text')
    const emoji = callout.querySelector('.kg-callout-emoji')?.textContent?.trim()
    const first = text?.querySelector('p') ?? text
    if (first && emoji) first.prepend(`${emoji} `)
    callout.querySelector('.kg-callout-emoji')?.remove()
  }
}

/** Each picture of a gallery is a figure; the caption of all is a paragraph. */
function splitGallery(gallery: Element): void {
  const pictures = elementsIn(gallery, 'img').map((image) => make(gallery, 'figure', {}, image))
  const captions = elementsIn(gallery, 'figcaption').map((caption) => {
    const paragraph = make(gallery, 'p', {})
    paragraph.append(...caption.childNodes)
    return paragraph
  })
  gallery.replaceWith(...pictures, ...captions)
}

/** A link with the title, and its description below it; icon and preview belong to the other site. */
function replaceBookmark(card: Element, receipt: Receipt): void {
  const href = card.querySelector('a[href]')?.getAttribute('href') ?? ''
  for (const picture of elementsIn(card, 'img')) picture.remove()
  const title = card.querySelector('.kg-bookmark-title')
  const others = elementsIn(
    card,
    '.kg-bookmark-description, .kg-bookmark-author, .kg-bookmark-publisher, figcaption',
  ).map((part) => make(card, 'p', {}, part.textContent ?? ''))
  if (!title) return
  receipt.add('embed', 1, URL.parse(href)?.hostname)
  card.replaceWith(make(card, 'p', {}, make(card, 'a', { href }, title.textContent ?? '')), ...others)
}

function replaceFile(card: Element, receipt: Receipt): void {
  const href = card.querySelector('a[href]')?.getAttribute('href') ?? ''
  const [first, ...others] = elementsIn(
    card,
    '.kg-file-card-title, .kg-file-card-caption, .kg-file-card-metadata',
  ).map((part) => (part.textContent ?? '').trim())
  receipt.add('file')
  const paragraphs = others.map((text) => make(card, 'p', {}, text))
  card.replaceWith(make(card, 'p', {}, make(card, 'a', { href }, first || href)), ...paragraphs)
}
