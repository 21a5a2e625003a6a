import type { Readable } from 'node:stream'
import { SourceError } from '../source-error.ts'

/** The files of a folder or an archive, by path: `posts/a-lamp.md`. A common top folder is not part of the path. */
export interface Archive {
  paths: readonly string[]
  has: (path: string) => boolean
  /** Paths of links to other files, which are never followed. */
  links: readonly string[]
  /** The bytes of a file. Refused if there are more than `limit`. */
  read: (path: string, limit: number) => Promise<Buffer>
  stream: (path: string) => Promise<Readable>
  close: () => Promise<void>
}

/** An archive to import, and what is known of it before it is read. */
export interface ArchiveInput {
  /** Without the ending of the file. */
  name: string
  archive: Archive
  /** The address of the old site, if somebody has said it. */
  site: URL | null
}

/** Folders that hold no content: of version control, of package managers, and of the archiver of macOS. */
const LEFT_OUT = /(?:^|\/)(?:\.git|\.svn|\.hg|node_modules|__MACOSX|\.DS_Store|\._[^/]*)(?:\/|$)/

export const isLeftOut = (path: string): boolean => LEFT_OUT.test(path)

/** Reads a stream to its end. Refused if there are more than `limit` bytes. */
export async function readAll(stream: Readable, limit: number, name: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw new SourceError(`“${name}” is too large to be read as a text.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Folders by which a source is recognised, or whose texts are hidden. */
const MEANING = /^(?:posts|content|src|data|word|META-INF|drafts?|private|hidden|unlisted|[._].*)\/$/

/** The folder that all paths begin with, and its slash; empty if there is none, or if its name has a meaning. */
export function commonTop(paths: readonly string[]): string {
  const [first = ''] = paths
  const top = first.slice(0, first.indexOf('/') + 1)
  return !MEANING.test(top) && paths.every((path) => path.startsWith(top)) ? top : ''
}
