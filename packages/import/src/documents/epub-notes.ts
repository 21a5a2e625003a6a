import { elementsIn, make } from '../html/parse.ts'
import { visibleText } from '../html/words.ts'
import type { PlacedPage } from './epub-document.ts'

/** The number or sign of a note. */
const SIGN = /^[[(]*(?:\d{1,4}|[a-z]{1,2}|[*†‡§¶]{1,3})[\])]*$/i

/** Whether a link looks like the sign of a note; so do the numbers of pages in an index. */
export const isNoteSign = (link: Element): boolean => isReference(link) || SIGN.test(visibleText(link).trim())

/** Whether a book says that a link is the sign of a note. */
const isReference = (link: Element): boolean =>
  `${link.getAttribute('epub:type')} ${link.getAttribute('role')}`.includes('noteref')

/** Characters of a link back, such as `[12] ↩`. */
const MAX_SIGN = 12
const BLOCKS = 'li, aside, dd, div, p'

/** Whether no text of its block is before an element: a note begins with its sign, and a text does not. */
function isFirst(element: Element): boolean {
  const block = element.closest(BLOCKS)
  for (let at = element; at !== block && at.parentElement; at = at.parentElement)
    for (let before = at.previousSibling; before; before = before.previousSibling)
      if (before.textContent?.trim()) return false
  return true
}

/**
 * The note to which a link leads, unless the link leads to a text. A note links back to its sign, by which the conversion knows it;
 * in books that mark their notes, a link back is added.
 */
export function noteOf(link: Element, page: PlacedPage, target: PlacedPage): Element | undefined {
  if (!isNoteSign(link) || (isFirst(link) && !isReference(link))) return undefined
  const name = link.getAttribute('href')?.slice(1)
  const place = elementsIn(target.root, '[id], a[name]').find(
    (element) => element.getAttribute('id') === name || element.getAttribute('name') === name,
  )
  const note = place && isFirst(place) ? place.closest(BLOCKS) : undefined
  if (!note || note.contains(link) || note.querySelector('h1, h2, h3, h4, h5, h6')) return undefined
  const back = elementsIn(note, `a[href^="#${page.prefix}"]`)
  // The conversion leaves out links back, but not when they are the text itself.
  if (back.some((other) => visibleText(other).trim().length > MAX_SIGN)) return undefined
  if (isReference(link)) linkBack(note, link, `${page.prefix}to-${name}`)
  else if (back.length === 0) return undefined
  return note
}

/** Some notes lead to the line or page of their sign. */
function linkBack(note: Element, link: Element, newId: string): void {
  const id = link.getAttribute('id') ?? newId
  link.setAttribute('id', id)
  const hasLink = elementsIn(note, 'a[href]').some((other) => other.getAttribute('href') === `#${id}`)
  if (!hasLink) note.append(make(note, 'a', { href: `#${id}` }, '↩'))
}
