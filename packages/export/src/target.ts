import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { lstat, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { codeOf, ignoreMissing, syncDirectory } from '@nightdesk/storage'
import { ZipFile } from 'yazl'

/** The place that files are written to, one after the other. */
export interface ExportTarget {
  /** Returns when the content is read to its end. @param path with slashes, unique in the export */
  add(path: string, content: Content): Promise<void>
  /** Returns when everything is on the disk. */
  finish(): Promise<void>
}

/** A text, or bytes. */
export type Content = string | Buffer | Readable | AsyncIterable<string>

const streamOf = (content: Content) => (content instanceof Readable ? content : Readable.from(content))

/** Modes of what only its owner may read: exports contain drafts. */
const PRIVATE = { folder: 0o700, file: 0o600 }
/** Modes of what everybody on the machine may read, such as a web server. */
export const PUBLIC: typeof PRIVATE = { folder: 0o755, file: 0o644 }

/** A zip file if the final name ends with `.zip`, or a folder. */
export const openTarget = async (partial: string, path: string, modes = PRIVATE): Promise<ExportTarget> =>
  /\.zip$/i.test(path)
    ? createZip(createWriteStream(partial, { flags: 'wx', mode: modes.file, flush: true }), modes)
    : createFolder(partial, modes)

async function createFolder(folder: string, modes: typeof PRIVATE): Promise<ExportTarget> {
  await mkdir(folder, { mode: modes.folder })
  return {
    async add(path, content) {
      const file = join(folder, path)
      await mkdir(dirname(file), { recursive: true, mode: modes.folder })
      await pipeline(
        streamOf(content),
        createWriteStream(file, { flags: 'wx', mode: modes.file, flush: true }),
      )
    },
    async finish() {},
  }
}

/** The part of a mode that says what an entry is. */
const REGULAR_FILE = 0o100000
/** Pictures are compressed by their own formats. */
const COMPRESSED = /\.(?:jpg|png|gif|webp|avif)$/

/** Writes a zip file to a stream, which breaks if the file does. @param modes those of the unpacked files */
export function createZip(output: Writable, modes = PRIVATE): ExportTarget {
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, output)
  // A failure is reported by the next call.
  written.catch(() => {})
  return {
    async add(path, content) {
      const stream = streamOf(content)
      zip.addReadStream(stream, path, { compress: !COMPRESSED.test(path), mode: REGULAR_FILE | modes.file })
      // One entry at a time: yazl would otherwise hold an open stream for each.
      const read = finished(stream, { writable: false })
      // What is read for a file that broke would stay open.
      await Promise.race([read, written]).finally(() => stream.destroy())
    },
    async finish() {
      zip.end()
      await written
    },
  }
}

/**
 * Writes a file or a folder under another name, and gives it its own when it is complete. After a failure, nothing of it is
 * left.
 * @param path must not exist
 */
export async function writeThenRename<T>(path: string, write: (partial: string) => Promise<T>): Promise<T> {
  if (await exists(path))
    throw new ExportError(`${path} exists already. Choose another name, or remove it first.`)
  const partial = join(dirname(path), `.partial-${basename(path)}-${randomUUID()}`)
  try {
    const result = await write(partial)
    if (await exists(path))
      throw new ExportError(`${path} was made by another program meanwhile. Choose another name.`)
    await rename(partial, path)
    await syncDirectory(dirname(path))
    return result
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw inWords(error, path)
  }
}

const exists = async (path: string) => (await lstat(path).catch(ignoreMissing)) !== undefined

function inWords(error: unknown, path: string): unknown {
  const sentence = new Map([
    ['ENOSPC', `There is no space left for the export in ${dirname(path)}.`],
    ['ENOENT', `The folder ${dirname(path)} does not exist.`],
    ['EACCES', `The folder ${dirname(path)} may not be written to.`],
  ]).get(codeOf(error) ?? '')
  return sentence ? new ExportError(sentence, { cause: error }) : error
}

/** An export that cannot be written. The message is a sentence for people. */
export class ExportError extends Error {
  override name = 'ExportError'
}
