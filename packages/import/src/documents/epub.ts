import { uniqueTags } from '@nightdesk/contracts'
import type { Archive } from '../archive/archive.ts'
import { instantOf } from '../archive/fields.ts'
import { decodeText } from '../archive/text.ts'
import { convertHtml } from '../html/convert.ts'
import { parseHtml } from '../html/parse.ts'
import { plainLine } from '../html/plain.ts'
import { visibleText } from '../html/words.ts'
import type { ImportedText, ImportLimits, PictureRef, Source } from '../model.ts'
import { Receipt } from '../receipt/losses.ts'
import { chapterDocument, noteFiles, type Page, pathOfEntry } from './epub-document.ts'
import { type EpubPackage, entryOf, readPackage } from './epub-package.ts'

interface EpubInput {
  name: string
  archive: Archive
}

/** The texts that one entry of the table of contents leads to, up to the next one. */
interface Chapter {
  title: string
  paths: string[]
  /** Whether it is the whole book. */
  isOnly: boolean
}

/** An EPUB: an item for each chapter of its table of contents, all of them drafts. */
export async function openEpub({ name, archive }: EpubInput, limits: ImportLimits): Promise<Source> {
  const book = await readPackage(archive, limits)
  return {
    kind: 'epub',
    name: book.title || name,
    identity: `epub:${book.identifier || name}`,
    async *entries() {
      for (const chapter of chaptersOf(book)) {
        const key = chapter.paths[0] ?? ''
        yield {
          key,
          title: chapter.title || key,
          read: () => readChapter(chapter, book, archive, limits),
        }
      }
    },
    picture: async ({ path }) => (path === null ? null : archive.stream(path)),
    async *redirects() {},
    close: archive.close,
  }
}

/** Covers and half titles have nothing to read. */
async function readChapter(
  chapter: Chapter,
  book: EpubPackage,
  archive: Archive,
  limits: ImportLimits,
): Promise<ImportedText | undefined> {
  const pages = await readPages(chapter.paths, archive, limits)
  const notes = await readPages(noteFiles(pages, book), archive, limits)
  const text = importedChapter({ chapter, pages, notes, book, archive })
  return text.words.original > 0 || text.pictures.length > 0 ? text : undefined
}

async function readPages(paths: readonly string[], archive: Archive, limits: ImportLimits): Promise<Page[]> {
  const pages: Page[] = []
  for (const path of paths)
    if (archive.has(path))
      pages.push({ path, html: fromXhtml(decodeText(await archive.read(path, limits.textBytes))) })
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
}

function importedChapter(input: ChapterInput): ImportedText {
  const { chapter, pages, notes, book, archive } = input
  const receipt = new Receipt()
  const html = chapterDocument(pages, { has: archive.has, spine: book.spine, notes })
  const pictureAt = (address: string): Partial<PictureRef> | undefined => {
    const path = entryOf(address.slice(1), '')
    return archive.has(path) ? { url: address, path, old_path: null } : undefined
  }
  const { content, pictures, words } = convertHtml({ html, base: null, pictureAt }, receipt)
  const date = instantOf(book.date)
  return {
    title: plainLine(chapter.title) || headingOf(pages) || book.title,
    content,
    excerpt: chapter.isOnly ? plainLine(book.description) : '',
    state: 'draft',
    created_at: date,
    published_at: null,
    updated_at: instantOf(book.modified) ?? date,
    authors: book.authors,
    tags: uniqueTags(book.subjects.map(plainLine).filter((subject) => subject !== '')),
    poster: chapter.isOnly && book.cover ? pictureOf(book.cover) : null,
    pictures,
    addresses: [],
    link_paths: chapter.paths.map(pathOfEntry),
    receipt: receipt.losses,
    words,
  }
}

const pictureOf = (path: string): PictureRef => ({
  url: `/${path}`,
  address: null,
  old_path: null,
  path,
  alt: '',
  caption: '',
})

function headingOf([first]: readonly Page[]): string {
  const heading = first && parseHtml(first.html).querySelector('h1, h2, h3')
  return heading ? plainLine(visibleText(heading).replaceAll('<', '&lt;')) : ''
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
