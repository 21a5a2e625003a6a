import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { type ImportLimits, SourceError } from '../model.ts'

/** The files of a folder or an archive, by path: `posts/a-lamp.md`. A common top folder is not part of the path. */
export interface Archive {
  paths: readonly string[]
  has: (path: string) => boolean
  /** Paths of links to other files, which are never followed. */
  links: readonly string[]
  /** A file as a text. Refused if it has more bytes than `limit`, or than a text may have. */
  text: (path: string, limit?: number) => Promise<string>
  stream: (path: string) => Promise<Readable>
  close: () => Promise<void>
}

/** A file, folder or archive to import, and what is known of it before it is read. */
export interface FormatInput {
  /** Without the ending of the file. */
  name: string
  archive: Archive
  /** The beginning of a single file; undefined for a folder or an archive. */
  head: string | undefined
  /** The address of the old site, if somebody has said it. */
  site: URL | null
  limits: ImportLimits
}

/** An archive of files that are listed already. */
export function archiveOf<File>(
  {
    files,
    links = [],
    open,
    close = async () => {},
  }: {
    files: ReadonlyMap<string, File>
    links?: readonly string[]
    open: (file: File) => Promise<Readable>
    close?: () => Promise<void>
  },
  { textBytes }: ImportLimits,
): Archive {
  // macOS writes an accent behind its letter, in names, in texts that name them, or in both.
  const byName = new Map([...files].map(([path, file]) => [path.normalize(), file]))
  const stream = async (path: string) => {
    const file = byName.get(path.normalize())
    if (file === undefined) throw new SourceError(`“${path}” is not in the archive.`)
    return open(file)
  }
  return {
    paths: [...byName.keys()].sort(),
    has: (path) => byName.has(path.normalize()),
    links: links.map((path) => path.normalize()).sort(),
    stream,
    async text(path, limit = textBytes) {
      const bytes = await readAll(await stream(path), limit)
      if (!bytes) throw new SourceError(`“${path}” is too large to be read as a text.`)
      return decodeText(bytes)
    },
    close,
  }
}

/** A single file as an archive of one. */
export const openFile = (path: string, name: string, limits: ImportLimits): Archive =>
  archiveOf({ files: new Map([[name, path]]), open: async (file) => createReadStream(file) }, limits)

/** Folders that hold no content: of version control, of package managers, and of the archiver of macOS. */
const LEFT_OUT = /(?:^|\/)(?:\.git|\.svn|\.hg|node_modules|__MACOSX|\.DS_Store|\._[^/]*)(?:\/|$)/

export const isLeftOut = (path: string): boolean => LEFT_OUT.test(path)

/** Reads a stream to its end. @returns undefined if it has more than `limit` bytes */
export async function readAll(stream: Readable, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Texts in Markdown, and those of Jekyll and Hugo that are HTML. */
export const TEXT = /\.(?:md|markdown|mdown|mdx)$|(?:^|\/)(?:_posts|_drafts|content)\/.+\.html?$/i

/** Folders by which a source is recognised, or whose texts are hidden. */
const KEPT_FOLDERS = /^(?:posts|content|src|data|word|META-INF|drafts?|private|hidden|unlisted|[._].*)\/$/

/** The folder that all paths begin with, and its slash; empty if there is none, or if its name has a meaning. */
export function commonTop(paths: readonly string[]): string {
  const [first = ''] = paths
  const top = first.slice(0, first.indexOf('/') + 1)
  return !KEPT_FOLDERS.test(top) && paths.every((path) => path.startsWith(top)) ? top : ''
}

/** A folder on the disk. */
export async function openFolder(folder: string, limits: ImportLimits): Promise<Archive> {
  const files = new Map<string, string>()
  const links: string[] = []
  const open = [folder]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for await (const entry of await opendir(at)) {
      const full = join(at, entry.name)
      const path = relative(folder, full).split(sep).join('/')
      if (isLeftOut(path)) continue
      if (entry.isSymbolicLink()) links.push(path)
      else if (entry.isDirectory()) open.push(full)
      else if (entry.isFile()) files.set(path, full)
      if (files.size + links.length > limits.entries) throw new SourceError(tooMany(limits))
    }
  }
  return archiveOf({ files, links, open: async (file) => createReadStream(file) }, limits)
}

const tooMany = ({ entries }: ImportLimits) =>
  `The folder has more than ${entries.toLocaleString('en-US')} files. Choose the folder with the texts.`

/** The encodings that a byte order mark tells. */
const MARKS: [bytes: number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** The encoding of a text: by its byte order mark, by what it declares in its first bytes, or UTF-8. */
export function encodingOf(head: Uint8Array): string {
  const marked = MARKS.find(([bytes]) => bytes.every((byte, index) => head[index] === byte))
  if (marked) return marked[1]
  if (head[0] === 0x3c && head[1] === 0) return 'utf-16le'
  if (head[0] === 0 && head[1] === 0x3c) return 'utf-16be'
  const text = latin.decode(head.subarray(0, 1024))
  const declared = /^\s*<\?xml[^>]*\sencoding=["']([\w.:-]{1,40})["']/i.exec(text) ?? META.exec(text)
  // UTF-8 for a name that is unknown, and for a wide encoding: a text that could be read to here is not wide.
  const { encoding } = decoderOf(declared?.[1]) ?? { encoding: 'utf-8' }
  return encoding.startsWith('utf-16') ? 'utf-8' : encoding
}

function decoderOf(label = 'utf-8'): TextDecoder | undefined {
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}

const latin = new TextDecoder('latin1')
const META = /<meta[^>]{0,200}\bcharset=["']?([\w.:-]{1,40})/i

/** Decodes a whole text. One that is not marked, and most of whose letters beyond ASCII are no valid UTF-8, is taken for Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  if (encoding !== 'utf-8' || isUtf8(bytes)) return text
  const letters = text.replace(/\p{ASCII}+/gu, '')
  const isOther = letters.split('\ufffd').length > letters.length / 2
  return isOther ? new TextDecoder('windows-1252').decode(bytes) : text
}
