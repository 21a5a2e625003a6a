import { posix } from 'node:path'
import type { Archive, FormatInput } from '../archive/archive.ts'
import { instantOf, oneLine } from '../archive/fields.ts'
import { decoded, pathOfEntry } from '../html/addresses.ts'
import { convertHtml } from '../html/convert.ts'
import { elementsIn, make, parseHtml, plainLine, withClosed } from '../html/parse.ts'
import { visibleText } from '../html/words.ts'
import { type ImportedAuthor, type OpenedFormat, type ReadText, SourceError } from '../model.ts'
import { keysOf } from '../read-entry.ts'
import type { Receipt } from '../receipt.ts'
import { elementsNamed, readXml, textNamed, type XmlElement } from './xml.ts'

/** The texts that one entry of the table of contents leads to, up to the next one. */
interface Chapter {
  title: string
  paths: string[]
  /** Whether it is the whole book. */
  isOnly: boolean
}

/** An EPUB: an item for each chapter of its table of contents, all of them drafts. */
export async function openEpub({ name, archive }: FormatInput): Promise<OpenedFormat> {
  const book = await readPackage(archive)
  return {
    kind: 'epub',
    name: book.title || name,
    identity: `epub:${book.identifier || name}`,
    async *entries() {
      const { around, titles } = await pagesWithoutText(book)
      const all = chaptersOf({ ...book, spine: book.spine.difference(around) })
      const isTitle = ({ paths, isOnly }: Chapter) =>
        !isOnly && paths.length === 1 && titles.has(paths[0] ?? '')
      const left = [...around.values(), ...all.filter(isTitle).map(({ title }) => title)]
      for (const [index, chapter] of all.filter((each) => !isTitle(each)).entries()) {
        const path = chapter.paths[0] ?? ''
        yield {
          ...(book.identifier ? { key: path } : keysOf(path, await archive.text(path).catch(() => ''))),
          title: chapter.title || path,
          read: (receipt) => readChapter(chapter, book, index === 0 ? left : [], receipt),
        }
      }
    },
  }
}

const AROUND =
  '(?:half-?)?title-?page|copyright(?:-page)?|imprint|imprimatur|colophon|cover|toc|landmarks|loi|lot|index'
const CALLED = new RegExp(`(?:^|[\\s"])(?:${AROUND})(?:$|[\\s"])`, 'i')
/** In the tag of a page or of its first part. */
const CALLS_ITSELF = /<(?:body|section)\b[^<>]{0,500}epub:type=("[^"<>]{0,200}")/i
/** Names that stories have, too, so that they count for short pages only. */
const NAMED =
  /^(?:(?:half[ -]?)?title(?:[ -]?page)?|(?:un)?copyright(?: page| notice)?|imprint|colophon|cover|(?:table of )?contents|index|also by .*|impressum|titelseite|inhalt(?:sverzeichnis)?)$/i
const SHORT = 8_000

/** The pages around the text of a book, such as its imprint, with what they are called; and those with a title only. */
async function pagesWithoutText(book: Book) {
  const around = new Map<string, string>()
  const titles = new Set<string>()
  for (const path of book.spine) {
    const [page] = await readPages([path], book).catch(() => [])
    const html = page?.html ?? ''
    const isShort = html.length < SHORT
    const title = book.titles.get(path) ?? ''
    const name = title || path.replace(/^.*\/|\.\w+$/g, '')
    const type = CALLS_ITSELF.exec(html.slice(0, SHORT))?.[1] ?? book.types.get(path) ?? ''
    if (CALLED.test(type) || (isShort && NAMED.test(name.trim()))) around.set(path, name)
    const hasText = !isShort || /<(?:img|image|svg)\b/i.test(html) || visibleLine(html) !== title
    if (title !== '' && !hasText) titles.add(path)
  }
  return { around: around.size < book.spine.size ? around : new Map<string, string>(), titles }
}

/** @returns undefined for a page that cannot be read */
function visibleLine(html: string): string | undefined {
  try {
    return oneLine(visibleText(parseHtml(html)))
  } catch {
    return undefined // its chapter is the failure that people see
  }
}

/** Undefined for a cover, which has nothing to read. @param left pages of the book that are left out */
async function readChapter(
  chapter: Chapter,
  book: Book,
  left: readonly string[],
  receipt: Receipt,
): Promise<ReadText | undefined> {
  for (const name of left) receipt.add('book-page', 1, name)
  const pages = await readPages(chapter.paths, book)
  const notes = await readPages(noteFiles(pages, book), book)
  const converted = convertHtml(
    {
      html: chapterDocument(pages, notes, book),
      poster: chapter.isOnly && book.cover ? { source: `/${book.cover}` } : undefined,
      base: null,
      pictureAt: (address) => {
        const path = entryOf(address.slice(1), '')
        return book.archive.has(path) ? { url: address, path, old_path: null } : undefined
      },
    },
    receipt,
  )
  if (converted.words.original === 0 && converted.pictures.length === 0) return undefined
  const date = instantOf(book.date)
  return {
    title: oneLine(chapter.title) || headingOf(pages) || book.title,
    excerpt: chapter.isOnly ? plainLine(book.description) : '',
    state: 'draft',
    created_at: date,
    updated_at: instantOf(book.modified) ?? date,
    authors: book.authors,
    tags: book.subjects,
    link_paths: chapter.paths.map(pathOfEntry),
    ...converted,
  }
}

const readPages = (paths: readonly string[], { archive }: Book): Promise<Page[]> =>
  Array.fromAsync(paths, async (path) => ({ path, html: fromXhtml(await archive.text(path)) }))

function chaptersOf({ spine, titles, title }: Pick<Book, 'spine' | 'titles' | 'title'>): Chapter[] {
  const chapters: Chapter[] = []
  for (const path of spine) {
    const named = titles.get(path)
    const last = chapters.at(-1)
    if (named === undefined && last) last.paths.push(path)
    else chapters.push({ title: named ?? '', paths: [path], isOnly: false })
  }
  const [only, ...others] = chapters
  return only && others.length === 0 ? [{ ...only, title: title || only.title, isOnly: true }] : chapters
}

function headingOf([first]: readonly Page[]): string {
  const heading = first && parseHtml(first.html).querySelector('h1, h2, h3')
  return heading ? oneLine(visibleText(heading)) : ''
}

/** XHTML may begin with a declaration, which HTML does not know. */
const fromXhtml = (xhtml: string): string => withClosed(xhtml.replace(/^\s*<\?xml[^>]*\?>/, ''))

type Book = Awaited<ReturnType<typeof readPackage>>

/** What the package of an EPUB says of the book. Paths are entries of the archive. */
async function readPackage(archive: Archive) {
  const read = async (path: string) => {
    if (!archive.has(path)) throw new SourceError(`The EPUB is incomplete: “${path}” is missing.`)
    return readXml(await archive.text(path))
  }
  const path =
    elementsNamed(await read('META-INF/container.xml'), 'rootfile')[0]?.attributes['full-path'] ?? ''
  const root = await read(path)
  const items = elementsNamed(root, 'item').map(({ attributes }) => ({
    id: attributes.id ?? '',
    path: entryOf(attributes.href ?? '', path),
    type: attributes['media-type'] ?? '',
    properties: attributes.properties ?? '',
  }))
  const byId = new Map(items.map((item) => [item.id, item]))
  const nav = items.find(({ properties }) => /\bnav\b/.test(properties))
  const ncx = items.find(({ type }) => type === 'application/x-dtbncx+xml')
  const texts = elementsNamed(root, 'itemref').flatMap(({ attributes }) => {
    const item = byId.get(attributes.idref ?? '')
    return item && /html/.test(item.type) && item.path !== nav?.path ? [item.path] : []
  })
  const navTree = nav && (await read(nav.path))
  await refuseProtected(archive, texts)
  const metas = elementsNamed(root, 'meta')
  const coverId = metas.find(({ attributes }) => attributes.name === 'cover')?.attributes.content
  const cover = items.find(({ properties, id }) => /\bcover-image\b/.test(properties) || id === coverId)
  const named = [
    ...elementsNamed(root, 'reference').map(({ attributes }) => ({ attributes, from: path })),
    ...(navTree ? elementsNamed(navTree, 'a') : []).map(({ attributes }) => ({
      attributes,
      from: nav?.path ?? '',
    })),
  ]
  return {
    archive,
    title: textNamed(root, 'title'),
    identifier: textNamed(root, 'identifier'),
    date: textNamed(root, 'date'),
    modified: metas.find(({ attributes }) => attributes.property === 'dcterms:modified')?.text ?? '',
    description: textNamed(root, 'description'),
    authors: authorsOf(root, metas),
    subjects: elementsNamed(root, 'subject').map(({ text }) => text),
    /** The texts in the order of reading. */
    spine: new Set(texts),
    /** Titles of the table of contents by their texts; the first of a text. */
    titles: navTree
      ? titlesOfNav(navTree, nav?.path ?? '')
      : titlesOfNcx(ncx ? await read(ncx.path) : root, ncx?.path ?? path),
    /** What the guide and the landmarks call texts, such as `title-page`, but not places in texts. */
    types: new Map(
      named.flatMap(({ attributes, from }) => {
        const type = attributes['epub:type'] ?? attributes.type
        const { href = '' } = attributes
        return type && !href.includes('#') ? [[entryOf(href, from), type]] : []
      }),
    ),
    cover: cover && archive.has(cover.path) ? cover.path : null,
  }
}

/** The entry that an address leads to, without the place within it. */
const entryOf = (href: string, from: string): string =>
  posix.normalize(posix.join(posix.dirname(from), decoded(href.replace(/[?#].*$/, ''))))

/** MARC relators. */
const ROLES: Readonly<Record<string, ImportedAuthor['role']>> = {
  aut: 'author',
  trl: 'translator',
  ill: 'artist',
  art: 'artist',
  cov: 'artist',
  nrt: 'narrator',
  edt: 'editor',
}

/** A person has several roles, each written as a code or as an address that ends with it. Creators without a known one are authors. */
function authorsOf(root: XmlElement, metas: readonly XmlElement[]): ImportedAuthor[] {
  const refined = metas.filter(({ attributes }) => attributes.property === 'role')
  const people = [...elementsNamed(root, 'creator'), ...elementsNamed(root, 'contributor')]
  return people.flatMap(({ name, attributes, text }): ImportedAuthor[] => {
    const codes = refined.flatMap((meta) =>
      attributes.id && meta.attributes.refines === `#${attributes.id}` ? [meta.text] : [],
    )
    const known = [attributes['opf:role'] ?? '', ...codes].flatMap(
      (code) => ROLES[code.trim().toLowerCase().split(/[/:#]/).at(-1) ?? ''] ?? [],
    )
    const roles = known.length === 0 && name === 'creator' ? (['author'] as const) : [...new Set(known)]
    return roles.map((role) => ({ name: oneLine(text), role }))
  })
}

/** All levels of the table of contents. */
function titlesOfNav(nav: XmlElement, path: string): Map<string, string> {
  const navs = elementsNamed(nav, 'nav')
  const toc = navs.find(({ attributes }) => /\btoc\b/.test(attributes['epub:type'] ?? '')) ?? navs[0]
  const links = toc ? elementsNamed(toc, 'a') : []
  return firstOfEach(links.map((link) => [entryOf(link.attributes.href ?? '', path), wholeText(link)]))
}

function titlesOfNcx(ncx: XmlElement, path: string): Map<string, string> {
  const [map] = elementsNamed(ncx, 'navMap')
  return firstOfEach(
    (map ? elementsNamed(map, 'navPoint') : []).map((point) => {
      const href = elementsNamed(point, 'content')[0]?.attributes.src ?? ''
      return [entryOf(href, path), textNamed(point, 'text')]
    }),
  )
}

const firstOfEach = (pairs: [string, string][]) => new Map(pairs.toReversed())

const wholeText = (element: XmlElement): string =>
  oneLine([element.text, ...element.children.map(wholeText)].join(' '))

/** Fonts are scrambled in many books; texts only by a protection against copying. */
async function refuseProtected(archive: Archive, texts: readonly string[]): Promise<void> {
  const path = 'META-INF/encryption.xml'
  if (!archive.has(path)) return
  const references = elementsNamed(readXml(await archive.text(path)), 'CipherReference')
  if (references.some(({ attributes }) => texts.includes(decoded(attributes.URI ?? ''))))
    throw new SourceError('The EPUB is protected against copying, so its text cannot be read.')
}

/** A file of a book with text. */
interface Page {
  /** Its entry in the archive. */
  path: string
  html: string
}

/** The files of a chapter as one document, followed by its notes, also those that another file of the book has. */
function chapterDocument(pages: readonly Page[], noteFiles: readonly Page[], book: Book): string {
  const text = pages.map((page, index) => placed(page, `${index}-`))
  const others = noteFiles.map((page, index) => placed(page, `note-${index}-`))
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
  const links = text.flatMap((page) =>
    elementsIn(page.root, 'a[href^="#"]').flatMap((link) => {
      const target = targetOf(link)
      return target ? [{ link, page, target, note: noteOf(link, page, target) }] : []
    }),
  )
  const pages = new Map(links.toReversed().flatMap(({ note, page }) => (note ? [[note, page]] : [])))
  // By its links back, the conversion knows a note in another file than its sign.
  const back = new Set([...pages].flatMap(([note, { prefix }]) => elementsIn(note, `a[href^="#${prefix}"]`)))
  for (const { link, page, target, note } of links)
    if (target !== page && !note && !back.has(link)) link.setAttribute('href', pathOfEntry(target.path))
  const elsewhere = new Set(others)
  const notes = new Set(links.flatMap(({ target, note }) => (note && elsewhere.has(target) ? [note] : [])))
  for (const link of [...notes].flatMap((note) => elementsIn(note, 'a[href^="#"]'))) {
    const target = targetOf(link)
    if (target && elsewhere.has(target)) link.setAttribute('href', pathOfEntry(target.path))
  }
  return [...notes]
}

/** The other files to which signs of notes in a chapter lead, at most a few: the numbers in an index lead to the whole book. */
function noteFiles(pages: readonly Page[], { spine, archive }: Book): string[] {
  const own = new Set(pages.map(({ path }) => path))
  const found = pages.flatMap(({ path, html }) =>
    elementsIn(parseHtml(html), 'a[href*="#"]')
      .filter(isNoteSign)
      .map((link) => entryOf(link.getAttribute('href') ?? '', path)),
  )
  return [...new Set(found)]
    .filter((path) => spine.has(path) && archive.has(path) && !own.has(path))
    .slice(0, 3)
}

type PlacedPage = ReturnType<typeof placed>

/** A file within a document of several. @param prefix of its names, which are unique in a file only */
function placed({ path, html }: Page, prefix: string) {
  const page = parseHtml(html)
  const root = page.querySelector('body') ?? page
  /** The first element of each name. */
  const named = new Map<string, Element>()
  /** What {@link noteOf} has found at names. */
  const notes = new Map<string, Note | undefined>()
  for (const element of elementsIn(root, '[id], [name]'))
    for (const attribute of ['id', 'name']) {
      if (!element.hasAttribute(attribute)) continue
      const name = prefix + element.getAttribute(attribute)
      element.setAttribute(attribute, name)
      if (attribute === 'id' || element.localName === 'a') named.set(name, named.get(name) ?? element)
    }
  return { path, root, prefix, named, notes }
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

function placePictures({ path, root }: PlacedPage, { archive: { has } }: Book): void {
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
    drawing.replaceWith(make(drawing, 'img', { src: href }))
  }
}

/** The number or sign of a note. */
const SIGN = /^[[(]*(?:\d{1,4}|[a-z]{1,2}|[*†‡§¶]{1,3})[\])]*$/i

/** Whether a link looks like the sign of a note; so do the numbers of pages in an index. */
const isNoteSign = (link: Element): boolean => isReference(link) || SIGN.test(visibleText(link).trim())

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

interface Note {
  element: Element
  /** Where the links in it lead. */
  links: Set<string | null>
  linksBack: boolean
}

/**
 * The note to which a link leads, unless the link leads to a text. A note links back to its sign, by which the conversion knows it;
 * in books that mark their notes, a link back is added.
 */
function noteOf(link: Element, page: PlacedPage, target: PlacedPage): Element | undefined {
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
