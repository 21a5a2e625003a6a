import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Archive, readAll } from './archive/archive.ts'
import { decodeText, encodingOf } from './archive/text.ts'
import { IMPORT_LIMITS, type ImportLimits, type Source } from './model.ts'
import { SourceError } from './source-error.ts'

/** What is known of a file or a folder before it is read. */
interface Found {
  /** Without the ending of the file. */
  name: string
  /** With its ending. */
  file: string
  path: string
  /** The files in a folder or a zip file; undefined for any other file. */
  archive: Archive | undefined
  /** The beginning of any other file. */
  head: string
  /** The address of the old site, if somebody has said it. */
  site: URL | null
}

interface Format {
  recognises: (found: Found) => boolean
  /** Closes the archive when the source is closed. */
  open: (found: Found, limits: ImportLimits) => Promise<Source>
}

/** The first that recognises a file reads it. Their code is loaded when it is needed. */
const FORMATS: readonly Format[] = [
  {
    recognises: ({ archive, head }) => archive === undefined && isWxr(head),
    open: async ({ name, path }, limits) => {
      const { openWordPress } = await import('./wordpress/wordpress.ts')
      const files = [{ open: async () => createReadStream(path) }]
      return openWordPress({ name, files, close: async () => {} }, limits)
    },
  },
  {
    recognises: ({ head }) => head.trimStart().startsWith('{'),
    open: async ({ name, path, site }, limits) => {
      const { openGhost } = await import('./ghost/ghost.ts')
      const json = decodeText(await readAll(createReadStream(path), limits.exportBytes, name))
      return openGhost({ name, json, archive: undefined, site }, limits)
    },
  },
  {
    recognises: ({ archive }) => archive !== undefined && ghostJson(archive) !== undefined,
    open: async ({ name, archive, site }, limits) => {
      const { openGhost } = await import('./ghost/ghost.ts')
      const files = known(archive)
      const json = decodeText(await files.read(ghostJson(files) ?? '', limits.exportBytes))
      return openGhost({ name, json, archive: files, site }, limits)
    },
  },
  {
    recognises: ({ archive }) =>
      archive?.paths.some((path) => /^word\/document\d*\.xml$/.test(path)) === true,
    open: async ({ name, archive }, limits) => {
      const { openDocx } = await import('./documents/docx.ts')
      return openDocx({ name, archive: known(archive) }, limits)
    },
  },
  {
    recognises: ({ archive }) => archive?.has('META-INF/container.xml') === true,
    open: async ({ name, archive }, limits) => {
      const { openEpub } = await import('./documents/epub.ts')
      return openEpub({ name, archive: known(archive) }, limits)
    },
  },
  {
    recognises: ({ archive }) => archive?.has('posts.csv') === true,
    open: async ({ name, archive, site }, limits) => {
      const { openSubstack } = await import('./newsletters/substack.ts')
      return openSubstack({ name, archive: known(archive), site }, limits)
    },
  },
  {
    recognises: ({ archive }) => archive?.paths.some((path) => /^posts\/[^/]+\.html$/.test(path)) === true,
    open: async ({ name, archive }, limits) => {
      const { openMedium } = await import('./newsletters/medium.ts')
      return openMedium({ name, archive: known(archive) }, limits)
    },
  },
  {
    recognises: ({ archive }) => archive?.has('nightdesk.json') === true,
    open: async ({ name, archive }, limits) => {
      const { openNightdesk } = await import('./nightdesk/nightdesk.ts')
      return openNightdesk({ name, archive: known(archive) }, limits)
    },
  },
  {
    recognises: ({ archive }) => archive?.paths.some((path) => MARKDOWN.test(path)) === true,
    open: async ({ name, archive, site }, limits) => {
      const { openMarkdown } = await import('./markdown/markdown.ts')
      return openMarkdown({ name, archive: known(archive), site }, limits)
    },
  },
  {
    // WordPress.com packs its exports, and splits large ones.
    recognises: ({ archive }) => archive?.paths.some((path) => XML.test(path)) === true,
    open: async ({ name, archive }, limits) => {
      const { openWordPress } = await import('./wordpress/wordpress.ts')
      const { paths, stream, close } = known(archive)
      const files = paths.filter((path) => XML.test(path)).map((path) => ({ open: () => stream(path) }))
      for (const file of files) {
        const [head = Buffer.alloc(0)] = await (await file.open()).take(1).toArray()
        if (!isWxr(new TextDecoder(encodingOf(head)).decode(head))) throw new SourceError(UNKNOWN)
      }
      return openWordPress({ name, files, close }, limits)
    },
  },
  {
    recognises: ({ archive, file }) => archive === undefined && MARKDOWN.test(file),
    open: async ({ name, path }, limits) => {
      const { openText } = await import('./markdown/markdown.ts')
      return openText(name, decodeText(await readAll(createReadStream(path), limits.textBytes, name)))
    },
  },
]

/** The archive that a format has recognised. */
function known(archive: Archive | undefined): Archive {
  if (!archive) throw new SourceError(UNKNOWN)
  return archive
}

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
  const found = {
    ...(await inspect(path, limits)),
    name: file.replace(/\.[a-z0-9]{1,5}$/i, ''),
    file,
    path,
    site,
  }
  try {
    const format = FORMATS.find(({ recognises }) => recognises(found))
    if (!format) throw new SourceError(UNKNOWN)
    return await format.open(found, limits)
  } catch (error) {
    await found.archive?.close()
    throw error
  }
}

const UNKNOWN =
  'The file is none that can be imported: an export of WordPress, Ghost, Substack, Medium or Nightdesk, Markdown, a Word document or an EPUB.'

async function inspect(path: string, limits: ImportLimits): Promise<Pick<Found, 'archive' | 'head'>> {
  if ((await stat(path)).isDirectory()) {
    const { openFolder } = await import('./archive/folder.ts')
    return { archive: await openFolder(path, limits), head: '' }
  }
  const head = await readHead(path)
  if (head.length === 0) throw new SourceError('The file is empty.')
  if (head.subarray(0, 2).toString('latin1') !== 'PK')
    return { archive: undefined, head: new TextDecoder(encodingOf(head)).decode(head) }
  const { openZip } = await import('./archive/zip.ts')
  return { archive: await openZip(path, limits), head: '' }
}

const XML = /\.xml$/i
const MARKDOWN = /\.(?:md|markdown|mdown|mdx)$/i

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
