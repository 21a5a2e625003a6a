/** The footnotes of a document, found by the links that lead from the text to a note and back. */
export interface DocumentFootnotes {
  /** The name of the footnote of each reference. */
  references: Map<Element, string>
  /** The name of each footnote, by the element that holds its text. */
  notes: Map<Element, string>
  /** Links back to the text, with the numbers of footnotes in them, and the line above the footnotes. */
  omitted: Set<Element>
}

/** Longer links are text: a table of contents also links in both directions. */
const SIGN = /^[[(]*(?:\d{1,4}|[a-z]{1,2}|[ivxlc]{1,6}|[*†‡§¶#]{1,3})[\])]*$/i
const CONTAINERS = 'li, aside, dd, div, p'
const LINKS = 'a[href*="#"]'
/** Comments of Word and Google Docs link in both directions, too. */
const COMMENT = /^(?:cmnt|_msocom)/

/**
 * Word, Google Docs, LibreOffice, pandoc and wikis name footnotes differently, but each links a short sign in the text to
 * a note that links back.
 */
export function findFootnotes(root: Document | Element): DocumentFootnotes {
  const found: DocumentFootnotes = { references: new Map(), notes: new Map(), omitted: new Set() }
  const top = root.ownerDocument ?? root
  const places = placesIn(top)
  const noteAt = noteFinder(top, places)
  const nameOf = storableNames(places)
  const textOf = once(trimmedText)
  const bareTextOf = once(withoutBrackets)
  const linksIn = once((note) =>
    Map.groupBy(note.querySelectorAll(LINKS), (link) => places.get(fragmentOf(link))),
  )
  for (const link of top.querySelectorAll(LINKS)) {
    const marker = markerOf(link, bareTextOf)
    if (found.omitted.has(marker) || !isSign(link)) continue
    const name = fragmentOf(link)
    const note = noteAt(link)
    if (!note) continue
    const back = leadingTo(link, linksIn(note), textOf)
    if (back.length === 0 && !found.notes.has(note)) continue
    if (!found.notes.has(note)) found.notes.set(note, nameOf(name))
    found.references.set(marker, found.notes.get(note) ?? name)
    for (const other of back) found.omitted.add(markerOf(other, bareTextOf))
  }
  const [first] = found.notes.keys()
  const line = first && lineAbove(first)
  if (line) found.omitted.add(line)
  return found
}

/** Answers each element once: a thousand links may lead to one note, or be in one superscript. */
function once<T>(find: (element: Element) => T): (element: Element) => T {
  const known = new Map<Element, T>()
  return (element) => {
    if (!known.has(element)) known.set(element, find(element))
    return known.get(element) as T // it was set
  }
}

const isSign = (link: Element) => SIGN.test(trimmedText(link)) && !COMMENT.test(fragmentOf(link))

/** The elements to which links can lead, by their names. */
function placesIn(top: ParentNode): Map<string, Element> {
  const places = new Map<string, Element>()
  for (const element of top.querySelectorAll('[id], a[name]')) {
    for (const name of [element.getAttribute('id'), element.getAttribute('name')]) {
      if (name && !places.has(name)) places.set(name, element)
    }
  }
  return places
}

/** Without what is before it: browsers make the addresses in a copied page absolute. */
const fragmentOf = (link: Element) => (link.getAttribute('href') ?? '').replace(/^[^#]*#?/, '')

/**
 * The links back to a reference: to the link itself, or to a place directly around, in or before it.
 * @param links those of the note, by the places where they lead
 */
function leadingTo(
  link: Element,
  links: ReadonlyMap<Element | undefined, Element[]>,
  textOf: (element: Element) => string,
): Element[] {
  const near = [link.previousElementSibling, ...link.querySelectorAll('*')]
  for (let around: Element | null = link; around; around = around.parentElement)
    if (links.has(around) && textOf(around).length <= textOf(link).length + 2) near.push(around)
  return near.flatMap((place) => (place && links.get(place)) ?? [])
}

/** Characters that the contract allows. In an address, a Cyrillic letter has six. */
const MAX_NAME = 100

/** @returns the name for a footnote; one that is too long becomes one that nothing else in the text has */
function storableNames(places: ReadonlyMap<string, Element>): (name: string) => string {
  let number = 0
  return (name) => {
    if (name.length <= MAX_NAME) return name
    do number += 1
    while (places.has(`note-${number}`))
    return `note-${number}`
  }
}

/** Makes the function that finds the element with the text of the note to which a link leads. */
function noteFinder(top: ParentNode, places: ReadonlyMap<string, Element>) {
  const follows = documentOrder(top)
  const noteIn = once(noteOf)
  return (link: Element): Element | undefined => {
    const block = places.get(fragmentOf(link))?.closest(CONTAINERS)
    if (!block || !follows(block, link)) return
    const note = noteIn(block)
    return note?.contains(link) ? block : note
  }
}

/** The element with the text of a note; if a note has an element of its own around its paragraphs, that element. */
function noteOf(block: Element): Element | undefined {
  if (block.querySelector('h1, h2, h3, h4, h5, h6')) return
  const around = block.localName === 'p' ? block.parentElement : null
  const isOwn =
    around?.matches('li, aside, dd, div') &&
    around.firstElementChild === block &&
    [...around.querySelectorAll(LINKS)].filter(isSign).length <= 1
  return isOwn && around ? around : block
}

/** Whether an element begins after another one ends. */
type Follows = (element: Element, before: Element) => boolean

/** Not by `compareDocumentPosition`, which the DOM for imports on the server answers by depth. */
function documentOrder(top: ParentNode): Follows {
  let order: Map<Element, number> | undefined
  return (element, before) => {
    order ??= new Map([...top.querySelectorAll('*')].map((each, index) => [each, index]))
    return (order.get(element) ?? 0) > (order.get(before) ?? 0) && !before.contains(element)
  }
}

/** A link, with the superscript around it if that holds nothing else but brackets. */
function markerOf(link: Element, bareTextOf: (element: Element) => string): Element {
  const raised = link.closest('sup')
  return raised && bareTextOf(raised) === bareTextOf(link) ? raised : link
}

const withoutBrackets = (element: Element) => trimmedText(element).replace(/[[\]()]/g, '')

/** The rule between the text and its footnotes. */
function lineAbove(note: Element): Element | undefined {
  let element: Element | null = note
  while (element && !element.previousElementSibling) element = element.parentElement
  const before = element?.previousElementSibling
  return before?.localName === 'hr' ? before : undefined
}

const trimmedText = (element: Element) => (element.textContent ?? '').trim()
