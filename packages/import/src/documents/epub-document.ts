import { decoded } from '../html/addresses.ts'
import { elementsIn, parseHtml } from '../html/parse.ts'
import { visibleText } from '../html/words.ts'
import { isNoteSign, type Note, noteOf } from './epub-notes.ts'
import { entryOf } from './epub-package.ts'

/** A file of a book with text. */
export interface Page {
  /** Its entry in the archive. */
  path: string
  html: string
}

interface Book {
  has: (path: string) => boolean
  /** The entries with text. */
  spine: ReadonlySet<string>
  /** The files that {@link noteFiles} names. */
  notes: readonly Page[]
}

/** A file within a document of several. */
export interface PlacedPage {
  path: string
  root: Element
  /** Of its names, which are unique in a file only. */
  prefix: string
  /** The first element of each name. */
  named: ReadonlyMap<string, Element>
  /** What {@link noteOf} has found at names. */
  notes: Map<string, Note | undefined>
}

/** The path by which the stories of a book link to each other. Its pictures have such paths, too. */
export const pathOfEntry = (entry: string): string => `/${entry.split('/').map(encodeURIComponent).join('/')}`

/** The files of a chapter as one document, followed by its notes, also those that another file of the book has. */
export function chapterDocument(pages: readonly Page[], book: Book): string {
  const text = pages.map((page, index) => placed(page, `${index}-`))
  const others = book.notes.map((page, index) => placed(page, `note-${index}-`))
  const files = new Map([...others, ...text].map((file) => [file.path, file]))
  for (const file of [...text, ...others]) {
    placePictures(file, book)
    for (const link of elementsIn(file.root, 'a[href]')) resolveLink(link, file, files, book)
  }
  const notes = collectNotes(text, others)
  return [...text.map(({ root }) => root.innerHTML), ...notes.map(({ outerHTML }) => outerHTML)].join('\n')
}

/** The notes of a text in other files. Links to what is no note lead to the other files. */
function collectNotes(text: readonly PlacedPage[], others: readonly PlacedPage[]): Element[] {
  const files = new Map([...text, ...others].map((file) => [`#${file.prefix}`, file]))
  const targetOf = (link: Element) =>
    files.get(/^#(?:note-)?\d+-/.exec(link.getAttribute('href') ?? '')?.[0] ?? '')
  const notes = new Set<Element>()
  const elsewhere = new Set(others)
  for (const page of text) {
    for (const link of elementsIn(page.root, 'a[href^="#"]')) {
      const target = targetOf(link)
      const note = target && noteOf(link, page, target)
      if (note && elsewhere.has(target)) notes.add(note)
      if (target && target !== page && !note) link.setAttribute('href', pathOfEntry(target.path))
    }
  }
  for (const link of [...notes].flatMap((note) => elementsIn(note, 'a[href^="#"]'))) {
    const target = targetOf(link)
    if (target && elsewhere.has(target)) link.setAttribute('href', pathOfEntry(target.path))
  }
  return [...notes]
}

/** The other files to which signs of notes in a chapter lead, at most a few: the numbers in an index lead to the whole book. */
export function noteFiles(pages: readonly Page[], { spine }: Pick<Book, 'spine'>): string[] {
  const own = new Set(pages.map(({ path }) => path))
  const found = pages.flatMap(({ path, html }) =>
    elementsIn(parseHtml(html), 'a[href*="#"]')
      .filter(isNoteSign)
      .map((link) => entryOf(link.getAttribute('href') ?? '', path)),
  )
  return [...new Set(found)].filter((path) => spine.has(path) && !own.has(path)).slice(0, 3)
}

function placed({ path, html }: Page, prefix: string): PlacedPage {
  const page = parseHtml(html)
  const root = page.querySelector('body') ?? page
  const named = new Map<string, Element>()
  for (const element of elementsIn(root, '[id], [name]'))
    for (const attribute of ['id', 'name']) {
      if (!element.hasAttribute(attribute)) continue
      const name = prefix + element.getAttribute(attribute)
      element.setAttribute(attribute, name)
      if (attribute === 'id' || element.localName === 'a') named.set(name, named.get(name) ?? element)
    }
  return { path, root, prefix, named, notes: new Map() }
}

function resolveLink(
  link: Element,
  { path }: PlacedPage,
  files: ReadonlyMap<string, PlacedPage>,
  { spine }: Book,
): void {
  const href = link.getAttribute('href') ?? ''
  if (/^(?:[a-z][\w+.-]*:|\/\/)/i.test(href)) return
  const [file = '', fragment = ''] = href.split('#', 2)
  const entry = file === '' ? path : entryOf(file, path)
  const target = files.get(entry)
  if (target && fragment !== '') link.setAttribute('href', `#${target.prefix}${decoded(fragment)}`)
  else if (spine.has(entry)) link.setAttribute('href', pathOfEntry(entry))
}

function placePictures({ path, root }: PlacedPage, { has }: Book): void {
  placeCovers(root)
  for (const picture of elementsIn(root, 'img[src]')) {
    const entry = entryOf(picture.getAttribute('src') ?? '', path)
    if (has(entry)) picture.setAttribute('src', pathOfEntry(entry))
  }
}

/** Covers are often a picture within a drawing. */
function placeCovers(root: Element): void {
  for (const drawing of elementsIn(root, 'svg')) {
    const [image, ...others] = elementsIn(drawing, 'image')
    const href = image?.getAttribute('xlink:href') ?? image?.getAttribute('href')
    if (!href || others.length > 0 || visibleText(drawing).trim() !== '') continue
    const picture = root.ownerDocument.createElement('img')
    picture.setAttribute('src', href)
    drawing.replaceWith(picture)
  }
}
