import type { Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { ExportTarget } from './target.ts'

/** Pictures are compressed by their own formats. */
const COMPRESSED = /\.(?:jpg|png|gif|webp|avif)$/

/** Writes a zip file to a stream, which breaks if the file does. */
export function createZip(output: Writable): ExportTarget {
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, output)
  // A failure is reported by the next call.
  written.catch(() => {})
  return {
    async add(path, content) {
      zip.addReadStream(content, path, { compress: !COMPRESSED.test(path), mode: 0o100600 })
      // One entry at a time: yazl would otherwise hold an open stream for each.
      await Promise.race([finished(content, { writable: false }), written])
    },
    async finish() {
      zip.end()
      await written
    },
  }
}
