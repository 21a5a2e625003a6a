import type { PictureRef } from '../../model.ts'
import type { Receipt } from '../../receipt/losses.ts'
import { type AddressBase, linkAddress } from '../addresses.ts'
import { elementsIn, make } from '../parse.ts'
import { replaceEmbeds } from './embeds.ts'
import { preparePictures } from './pictures.ts'

/**
 * Changes what has no block, and what browsers fetch from elsewhere, to text and links; makes addresses absolute. Returns
 * the pictures by the address that their blocks will have.
 */
export function prepare(root: Element, base: AddressBase, receipt: Receipt): Map<string, PictureRef> {
  removeDuplicates(root)
  replaceEmbeds(root, base, receipt)
  linkLoneAddresses(root, receipt)
  for (const term of elementsIn(root, 'dt, th')) embolden(term)
  receipt.add('table', dataTables(root))
  receipt.add('form', elementsIn(root, 'form').length)
  receipt.add('drawing', elementsIn(root, 'svg, canvas').filter(isLarge).length)
  for (const drawing of elementsIn(root, 'svg'))
    if (!isWithin(drawing, 'svg')) drawing.replaceWith(...textsOf(drawing))
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

/** Terms and heads of columns become paragraphs and lines, which would look like any other. */
function embolden(term: Element): void {
  const bold = make(term, 'strong', {})
  bold.append(...term.childNodes)
  term.append(bold)
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
    const link = element.ownerDocument.createElement('a')
    link.setAttribute('href', address)
    link.textContent = address
    element.replaceChildren(link)
    receipt.add('embed', 1, URL.parse(address)?.hostname)
  }
}
