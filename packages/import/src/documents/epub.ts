import { uniqueTags } from '@nightdesk/contracts'
import type { Archive, ArchiveInput } from '../archive/archive.ts'
import { instantOf } from '../archive/fields.ts'
import { pictureRef } from '../html/addresses.ts'
import { convertHtml } from '../html/convert.ts'
import { oneLine, parseHtml, plainLine } from '../html/parse.ts'
import { visibleText } from '../html/words.ts'
import type { ImportedText, OpenedFormat, PictureRef } from '../model.ts'
import { keysOf } from '../read-entry.ts'
import { Receipt } from '../receipt/losses.ts'
import { chapterDocument, noteFiles, type Page, pathOfEntry } from './epub-document.ts'
import { type EpubPackage, entryOf, readPackage } from './epub-package.ts'

/** The texts that one entry of the table of contents leads to, up to the next one. */
interface Chapter {
  title: string
  paths: string[]
  /** Whether it is the whole book. */
  isOnly: boolean
}

/** An EPUB: an item for each chapter of its table of contents, all of them drafts. */
export async function openEpub({ name, archive }: ArchiveInput): Promise<OpenedFormat> {
  const book = await readPackage(archive)
  return {
    kind: 'epub',
    name: book.title || name,
    identity: `epub:${book.identifier || name}`,
    async *entries() {
      const { around, titles } = await pagesWithoutText(book, archive)
      const all = chaptersOf({ ...book, spine: book.spine.difference(around) })
      const isTitle = ({ paths, isOnly }: Chapter) =>
        !isOnly && paths.length === 1 && titles.has(paths[0] ?? '')
      const left = [...around.values(), ...all.filter(isTitle).map(({ title }) => title)]
      for (const [index, chapter] of all.filter((each) => !isTitle(each)).entries()) {
        const path = chapter.paths[0] ?? ''
        yield {
          ...(book.identifier ? { key: path } : keysOf(path, await archive.text(path).catch(() => ''))),
          title: chapter.title || path,
          read: () => readChapter(chapter, book, archive, index === 0 ? left : []),
        }
      }
    },
    async *redirects() {},
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
async function pagesWithoutText(book: EpubPackage, archive: Archive) {
  const around = new Map<string, string>()
  const titles = new Set<string>()
  for (const path of book.spine) {
    const [page] = await readPages([path], archive).catch(() => [])
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

/** Covers have nothing to read. */
async function readChapter(
  chapter: Chapter,
  book: EpubPackage,
  archive: Archive,
  left: readonly string[],
): Promise<ImportedText | undefined> {
  const pages = await readPages(chapter.paths, archive)
  const notes = await readPages(noteFiles(pages, book), archive)
  const text = importedChapter({ chapter, pages, notes, book, archive, left })
  return text.words.original > 0 || text.pictures.length > 0 ? text : undefined
}

async function readPages(paths: readonly string[], archive: Archive): Promise<Page[]> {
  const pages: Page[] = []
  for (const path of paths)
    if (archive.has(path)) pages.push({ path, html: fromXhtml(await archive.text(path)) })
  return pages
}

function chaptersOf({ spine, titles, title }: EpubPackage): Chapter[] {
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

interface ChapterInput {
  chapter: Chapter
  pages: readonly Page[]
  /** Files with notes of the chapter, besides its own. */
  notes: readonly Page[]
  book: EpubPackage
  archive: Archive
  /** Pages of the book that are left out. */
  left: readonly string[]
}

function importedChapter(input: ChapterInput): ImportedText {
  const { chapter, pages, notes, book, archive, left } = input
  const receipt = new Receipt()
  for (const name of left) receipt.add('book-page', 1, name)
  const html = chapterDocument(pages, { has: archive.has, spine: book.spine, notes })
  const pictureAt = (address: string): Partial<PictureRef> | undefined => {
    const path = entryOf(address.slice(1), '')
    return archive.has(path) ? { url: address, path, old_path: null } : undefined
  }
  const { content, pictures, words } = convertHtml({ html, base: null, pictureAt }, receipt)
  const date = instantOf(book.date)
  return {
    title: oneLine(chapter.title) || headingOf(pages) || book.title,
    content,
    excerpt: chapter.isOnly ? plainLine(book.description) : '',
    state: 'draft',
    created_at: date,
    published_at: null,
    updated_at: instantOf(book.modified) ?? date,
    authors: book.authors,
    tags: uniqueTags(book.subjects.map(oneLine).filter((subject) => subject !== '')),
    poster:
      chapter.isOnly && book.cover
        ? pictureRef(`/${book.cover}`, '', null, { path: book.cover, old_path: null })
        : null,
    pictures,
    addresses: [],
    link_paths: chapter.paths.map(pathOfEntry),
    receipt: receipt.losses,
    words,
  }
}

function headingOf([first]: readonly Page[]): string {
  const heading = first && parseHtml(first.html).querySelector('h1, h2, h3')
  return heading ? oneLine(visibleText(heading)) : ''
}

const VOID =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|image|path|rect|circle|use)$/i

/** XHTML may close any element at once, which HTML does not know. */
const fromXhtml = (xhtml: string): string =>
  xhtml
    .replace(/^\s*<\?xml[^>]*\?>/, '')
    .replace(
      /<([a-z][\w:-]*)((?:\s(?:"[^"]*"|'[^']*'|[^'"<>])*?)?)\/>/gi,
      (tag, name: string, attributes: string) => (VOID.test(name) ? tag : `<${name}${attributes}></${name}>`),
    )
