import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  type Archive,
  type ArchiveInput,
  decodeText,
  encodingOf,
  openFolder,
  readAll,
} from './archive/archive.ts'
import { IMPORT_LIMITS, type ImportLimits, type OpenedFormat, type Source, SourceError } from './model.ts'

const XML = /\.xml$/i
const MARKDOWN = /\.(?:md|markdown|mdown|mdx)$/i

/** What is known of a file that is no archive before it is read. */
interface FileInput extends Omit<ArchiveInput, 'archive'> {
  path: string
  /** With its ending. */
  file: string
  /** Its beginning. */
  head: string
}

interface Format<Input> {
  recognises: (input: Input) => boolean
  open: (input: Input) => Promise<OpenedFormat>
}

/** The first that recognises a file reads it. Their code is loaded when it is needed. */
const FILES: readonly Format<FileInput>[] = [
  {
    recognises: ({ head }) => isWxr(head),
    open: async ({ name, path, limits }) => {
      const { openWordPress } = await import('./wordpress/wordpress.ts')
      return openWordPress({ name, files: [{ open: async () => createReadStream(path) }], limits })
    },
  },
  {
    recognises: ({ head }) => head.trimStart().startsWith('{'),
    open: async ({ name, path, site, limits }) => {
      const { openGhost } = await import('./formats/ghost.ts')
      const json = decodeText(await readAll(createReadStream(path), limits.exportBytes, name))
      return openGhost({ name, json, archive: undefined, site })
    },
  },
  {
    recognises: ({ file }) => MARKDOWN.test(file),
    open: async ({ name, path, limits }) => {
      const { openText } = await import('./markdown/markdown.ts')
      return openText(name, decodeText(await readAll(createReadStream(path), limits.textBytes, name)))
    },
  },
]

const hasPath = (pattern: RegExp) => (input: ArchiveInput) =>
  input.archive.paths.some((path) => pattern.test(path))

const ARCHIVES: readonly Format<ArchiveInput>[] = [
  {
    recognises: ({ archive }) => ghostJson(archive) !== undefined,
    open: async ({ name, archive, site, limits }) => {
      const { openGhost } = await import('./formats/ghost.ts')
      const json = await archive.text(ghostJson(archive) ?? '', limits.exportBytes)
      return openGhost({ name, json, archive, site })
    },
  },
  {
    recognises: hasPath(/^word\/document\d*\.xml$/),
    open: async (input) => (await import('./formats/docx.ts')).openDocx(input),
  },
  {
    recognises: hasPath(/^META-INF\/container\.xml$/),
    open: async (input) => (await import('./formats/epub.ts')).openEpub(input),
  },
  {
    recognises: hasPath(/^posts\.csv$/),
    open: async (input) => (await import('./formats/substack.ts')).openSubstack(input),
  },
  {
    recognises: hasPath(/^posts\/[^/]+\.html$/),
    open: async (input) => (await import('./formats/medium.ts')).openMedium(input),
  },
  {
    recognises: hasPath(/^nightdesk\.json$/),
    open: async (input) => (await import('./formats/nightdesk.ts')).openNightdesk(input),
  },
  {
    recognises: hasPath(MARKDOWN),
    open: async (input) => (await import('./markdown/markdown.ts')).openMarkdown(input),
  },
  {
    // WordPress.com packs its exports, and splits large ones.
    recognises: hasPath(XML),
    open: async ({ name, archive, limits }) => {
      const { openWordPress } = await import('./wordpress/wordpress.ts')
      const paths = archive.paths.filter((path) => XML.test(path))
      const files = paths.map((path) => ({ open: () => archive.stream(path) }))
      for (const file of files) {
        const [head = Buffer.alloc(0)] = await (await file.open()).take(1).toArray()
        if (!isWxr(new TextDecoder(encodingOf(head)).decode(head))) throw new SourceError(UNKNOWN)
      }
      return openWordPress({ name, files, limits })
    },
  },
]

interface SourceOptions {
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
  const { archive, head } = await inspect(path, limits)
  const input = { name: file.replace(/\.[a-z0-9]{1,5}$/i, ''), site, limits }
  try {
    const opened = archive
      ? await openBy(ARCHIVES, { ...input, archive })
      : await openBy(FILES, { ...input, path, file, head })
    return {
      ...opened,
      picture: async ({ path }) => (archive && path !== null ? archive.stream(path) : null),
      close: async () => archive?.close(),
    }
  } catch (error) {
    await archive?.close()
    throw error
  }
}

function openBy<Input>(formats: readonly Format<Input>[], input: Input) {
  const format = formats.find(({ recognises }) => recognises(input))
  if (!format) throw new SourceError(UNKNOWN)
  return format.open(input)
}

const UNKNOWN =
  'The file is none that can be imported: an export of WordPress, Ghost, Substack, Medium or Nightdesk, Markdown, a Word document or an EPUB.'

async function inspect(
  path: string,
  limits: ImportLimits,
): Promise<{ archive: Archive | undefined; head: string }> {
  if ((await stat(path)).isDirectory()) {
    return { archive: await openFolder(path, limits), head: '' }
  }
  const head = await readHead(path)
  if (head.length === 0) throw new SourceError('The file is empty.')
  if (head.subarray(0, 2).toString('latin1') !== 'PK')
    return { archive: undefined, head: new TextDecoder(encodingOf(head)).decode(head) }
  const { openZip } = await import('./archive/zip.ts')
  return { archive: await openZip(path, limits), head: '' }
}

const HEAD_BYTES = 64 * 1024

async function readHead(path: string): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}

const isWxr = (head: string) => /<rss\b/.test(head) && /wordpress\.org\/export\/|<wp:wxr_version/.test(head)

/** Ghost names it after the site and the day: `the-lamp.ghost.2024-05-04.json`. */
const ghostJson = ({ paths, has }: Archive) =>
  has('posts.csv')
    ? undefined
    : paths.find((path) => /^(?:data\/)?[^/]*\.ghost\.[^/]*\.json$|^(?:data\/)?ghost[^/]*\.json$/i.test(path))
