import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Archive, encodingOf, type FormatInput, openFile, openFolder, TEXT } from './archive/archive.ts'
import { IMPORT_LIMITS, type ImportLimits, type OpenedFormat, type Source, SourceError } from './model.ts'
import { indexable } from './read-entry.ts'

interface Format {
  /** The files by which it is recognised, and from which reading begins; none if it is another format. */
  find: (input: FormatInput) => readonly string[]
  open: (input: FormatInput, found: readonly string[]) => Promise<OpenedFormat>
}

const inArchive =
  (pattern: RegExp): Format['find'] =>
  ({ archive, head }) =>
    head === undefined ? archive.paths.filter((path) => pattern.test(path)) : []

const PAGES = inArchive(/^posts\/[^/]+\.html$/)
const XML = inArchive(/\.xml$/i)
/** Named after the site and the day: `the-lamp.ghost.2024-05-04.json`. */
const GHOST = inArchive(/^(?:data\/)?[^/]*\.ghost\.[^/]*\.json$|^(?:data\/)?ghost[^/]*\.json$/i)

/** The first that finds its files reads them. Their code is loaded when it is needed. */
const FORMATS: readonly Format[] = [
  {
    find: ({ head = '', archive }) => (isWxr(head) ? archive.paths : []),
    open: async (input, found) => (await import('./wordpress/wordpress.ts')).openWordPress(input, found),
  },
  {
    find: (input) => {
      const { archive, head } = input
      // So may a text in Markdown begin.
      if (head !== undefined)
        return /^\s*\{/.test(head) ? archive.paths.filter((path) => !TEXT.test(path)) : []
      return archive.has('posts.csv') ? [] : GHOST(input)
    },
    open: async (input, found) => (await import('./formats/ghost.ts')).openGhost(input, found),
  },
  {
    find: inArchive(/^word\/document\d*\.xml$/),
    open: async (input, found) => (await import('./formats/docx.ts')).openDocx(input, found),
  },
  {
    find: inArchive(/^META-INF\/container\.xml$/),
    open: async (input) => (await import('./formats/epub.ts')).openEpub(input),
  },
  {
    find: inArchive(/^posts\.csv$/),
    open: async (input) => (await import('./formats/substack.ts')).openSubstack(input),
  },
  {
    // So may a site with texts in Markdown have a list of them.
    find: (input) => (input.archive.paths.some((path) => TEXT.test(path)) ? [] : PAGES(input)),
    open: async (input, found) => (await import('./formats/medium.ts')).openMedium(input, found),
  },
  {
    find: inArchive(/^nightdesk\.json$/),
    open: async (input) => (await import('./formats/nightdesk.ts')).openNightdesk(input),
  },
  {
    find: ({ archive }) => archive.paths.filter((path) => TEXT.test(path)),
    open: async (input, found) => (await import('./markdown/markdown.ts')).openMarkdown(input, found),
  },
  {
    // WordPress.com packs its exports, and splits large ones.
    find: XML,
    open: async (input, found) => {
      for (const path of found) {
        const [head = Buffer.alloc(0)] = await (await input.archive.stream(path)).take(1).toArray()
        if (!isWxr(textOf(head)))
          throw new SourceError(
            `${UNKNOWN} “${path}” is XML without the version of WordPress, <wp:wxr_version>.`,
          )
      }
      return (await import('./wordpress/wordpress.ts')).openWordPress(input, found)
    },
  },
]

export interface SourceOptions {
  limits?: ImportLimits
  /** The address of the old site, for exports that do not have it. */
  site?: URL | null
  /** The name that the file had before it was uploaded. */
  file?: string
}

/**
 * Opens a file or folder of another product, recognised by its contents.
 *
 * @throws SourceError if it is none that can be imported, or may not be read
 */
export async function openSource(
  path: string,
  { limits = IMPORT_LIMITS, site = null, file = basename(path) }: SourceOptions = {},
): Promise<Source> {
  const opened = await openArchive(path, file, limits)
  const { archive } = opened
  const input = { ...opened, name: file.replace(/\.[a-z0-9]{1,5}$/i, ''), site, limits }
  try {
    for (const format of FORMATS) {
      const found = format.find(input)
      if (found.length === 0) continue
      const opened = await format.open(input, found)
      return {
        contents: contentsOf(input),
        async *redirects() {},
        ...opened,
        identity: indexable(opened.identity),
        picture: async ({ path }) => (path === null ? null : archive.stream(path)),
        close: archive.close,
      }
    }
    throw new SourceError(`${UNKNOWN} ${contentsOf(input)}`)
  } catch (error) {
    await archive.close()
    throw error
  }
}

const UNKNOWN =
  'The file is none that can be imported: an export of WordPress, Ghost, Substack, Medium or Nightdesk, Markdown, a Word document or an EPUB.'

/** “It has 12 files: 10 .html, 2 .csv.” */
function contentsOf({ archive: { paths }, head }: FormatInput): string {
  if (head !== undefined)
    return /<rss\b/.test(head)
      ? 'It is RSS without the version of an export of WordPress, <wp:wxr_version>. Export it there with Tools, Export.'
      : `It is a single file: ${paths.join('')}.`
  const byEnding = Map.groupBy(paths, (path) => /\.\w+$/.exec(path)?.[0] ?? 'without an ending')
  const counts = [...byEnding]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, 5)
    .map(([ending, { length }]) => `${length.toLocaleString('en-US')} ${ending}`)
  const files = `${paths.length.toLocaleString('en-US')} file${paths.length === 1 ? '' : 's'}`
  return `It has ${files}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}.`
}

const HEAD_BYTES = 64 * 1024
/** The highest of the bytes that follow the letters of a zip file. */
const LAST_MARK = 8

async function openArchive(
  path: string,
  name: string,
  limits: ImportLimits,
): Promise<{ archive: Archive; head: string | undefined }> {
  const found = await stat(path).catch((error) => {
    if (error.code !== 'ENOENT') throw error
    throw new SourceError(`There is no file or folder at ${path}.`)
  })
  if (found.isDirectory()) return { archive: await openFolder(path, limits), head: undefined }
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  const head = buffer.subarray(0, bytesRead)
  if (bytesRead === 0) throw new SourceError('The file is empty.')
  // A text may begin with these letters, too.
  if (head.subarray(0, 2).toString('latin1') !== 'PK' || (head[2] ?? 0) > LAST_MARK)
    return { archive: openFile(path, name, limits), head: textOf(head) }
  const { openZip } = await import('./archive/zip.ts')
  return { archive: await openZip(path, limits), head: undefined }
}

const textOf = (head: Buffer) => new TextDecoder(encodingOf(head)).decode(head)

const isWxr = (head: string) => /<rss\b/.test(head) && /wordpress\.org\/export\/|<wp:wxr_version/.test(head)
