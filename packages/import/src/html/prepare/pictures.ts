import type { PictureRef } from '../../model.ts'
import type { Receipt } from '../../receipt/losses.ts'
import { type AddressBase, pictureRef, resolve } from '../addresses.ts'
import { elementsIn } from '../parse.ts'

/** Attributes with the real address of a picture that loads late, the best first. */
const SOURCES = ['data-orig-file', 'data-lazy-src', 'data-src', 'data-original', 'src']

/** Gives each picture its final address and its description, and finds it in the archive. */
export function preparePictures(root: Element, base: AddressBase, receipt: Receipt): Map<string, PictureRef> {
  const pictures = new Map<string, PictureRef>()
  for (const element of elementsIn(root, 'img, amp-img')) {
    const picture = pictureOf(element, base)
    const image = element.localName === 'img' ? element : renamed(element)
    image.setAttribute('src', picture.url)
    if (picture.alt !== '') image.setAttribute('alt', picture.alt)
    if (picture.url !== '' && !pictures.has(picture.url)) pictures.set(picture.url, picture)
    if (isLinkedElsewhere(image, base)) receipt.add('linked-picture')
  }
  return pictures
}

function renamed(element: Element): Element {
  const image = element.ownerDocument.createElement('img')
  for (const name of ['width', 'height', 'alt']) {
    const value = element.getAttribute(name)
    if (value !== null) image.setAttribute(name, value)
  }
  element.replaceWith(image)
  return image
}

function pictureOf(element: Element, { base, pictureAt }: AddressBase): PictureRef {
  const source = sourceOf(element)
  const absolute = resolve(source, base)?.href
  const found = source === '' ? undefined : (pictureAt?.(absolute ?? source) ?? pictureAt?.(source))
  return pictureRef(source, element.getAttribute('alt') ?? '', base, found)
}

function sourceOf(element: Element): string {
  const own = SOURCES.map((name) => element.getAttribute(name)?.trim()).find(isAddress)
  const sets = [
    element,
    ...(element.parentElement?.matches('picture') ? element.parentElement.children : element.children),
  ]
  return own ?? sets.map(largestOf).find(isAddress) ?? ''
}

const isAddress = (value: string | undefined) =>
  value !== undefined && value !== '' && !/^(?:data|blob|about|cid):/i.test(value)

/** The widest picture of a set: `small.jpg 480w, large.jpg 1600w`. */
function largestOf(element: Element): string | undefined {
  const set = element.getAttribute('srcset') ?? element.getAttribute('data-srcset') ?? ''
  const candidates = set.split(/,\s+/).map((candidate) => {
    const [address = '', size = '0'] = candidate.trim().split(/\s+/)
    return { address, size: Number.parseFloat(size) }
  })
  return candidates.toSorted((a, b) => b.size - a.size)[0]?.address
}

/** Whether a picture leads to something else than a larger form of itself. */
function isLinkedElsewhere(image: Element, { base, isPageOfPicture }: AddressBase): boolean {
  const href = image.closest('a')?.getAttribute('href') ?? ''
  const target = resolve(href, base)
  if (href === '' || !target || href.startsWith('#') || isPageOfPicture?.(target.href)) return false
  return !/\.(?:jpe?g|png|gif|webp|avif|svg)$/i.test(target.pathname)
}
