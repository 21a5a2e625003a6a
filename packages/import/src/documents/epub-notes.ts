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

/** Elements without text before the sign of a note. */
const MAX_BEFORE = 100

/** Whether no text of its block is before an element: a note begins with its sign, and a text does not. */
function isFirst(element: Element): boolean {
  const block = element.closest(BLOCKS)
  let passed = 0
  for (let at = element; at !== block && at.parentElement; at = at.parentElement)
    for (let before = at.previousSibling; before; before = before.previousSibling)
      if (++passed > MAX_BEFORE || before.textContent?.trim()) return false
  return true
}

export interface Note {
  element: Element
  /** Where the links in it lead. */
  links: Set<string | null>
  linksBack: boolean
}

/**
 * The note to which a link leads, unless the link leads to a text. A note links back to its sign, by which the conversion knows it;
 * in books that mark their notes, a link back is added.
 */
export function noteOf(link: Element, page: PlacedPage, target: PlacedPage): Element | undefined {
  if (!isNoteSign(link) || (isFirst(link) && !isReference(link))) return undefined
  const name = link.getAttribute('href')?.slice(1) ?? ''
  const key = `${page.prefix} ${name}`
  if (!target.notes.has(key)) target.notes.set(key, noteAt(name, page, target))
  const note = target.notes.get(key)
  if (!note || note.element.contains(link)) return undefined
  if (isReference(link)) linkBack(note, link, `${page.prefix}to-${name}`)
  else if (!note.linksBack) return undefined
  return note.element
}

function noteAt(name: string, page: PlacedPage, target: PlacedPage): Note | undefined {
  const place = target.named.get(name)
  const element = place && isFirst(place) ? place.closest(BLOCKS) : undefined
  if (!element || element.querySelector('h1, h2, h3, h4, h5, h6')) return undefined
  const links = elementsIn(element, 'a[href]')
  const back = links.filter((link) => link.getAttribute('href')?.startsWith(`#${page.prefix}`))
  // The conversion leaves out links back, but not when they are the text itself.
  if (back.some((link) => visibleText(link).trim().length > MAX_SIGN)) return undefined
  return {
    element,
    links: new Set(links.map((link) => link.getAttribute('href'))),
    linksBack: back.length > 0,
  }
}

/** Some notes lead to the line or page of their sign. */
function linkBack({ element, links }: Note, link: Element, newId: string): void {
  const id = link.getAttribute('id') ?? newId
  link.setAttribute('id', id)
  if (links.has(`#${id}`)) return
  links.add(`#${id}`)
  element.append(make(element, 'a', { href: `#${id}` }, '↩'))
}
