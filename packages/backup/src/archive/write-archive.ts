import { createHash } from 'node:crypto'
import { open, writeFile } from 'node:fs/promises'
import type { ArchivedFile, Manifest } from '../manifest.ts'
import { ABOUT, ABOUT_FILE, END_FILE, encodeEnd, MANIFEST_FILE, paddingOf, TAR_END } from './layout.ts'
import { BLOCK, tarHeader } from './tar-header.ts'

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export interface ArchiveWriter extends AsyncDisposable {
  /** Adds a file. Its size need not be known: the header is written after it. */
  add(name: string, source: Bytes): Promise<ArchivedFile>
  /** Writes the manifest and the end. Everything is on the disk when it returns. @param manifest without its files */
  finish(manifest: Omit<Manifest, 'files'>): Promise<{ manifest: Manifest; size: number }>
}

/** Writes a new file. Nothing is in memory but what is being written. */
export async function createArchive(path: string): Promise<ArchiveWriter> {
  const handle = await open(path, 'wx', 0o600)
  const files: ArchivedFile[] = []
  let position = 0

  /** At the position of the handle, which is the end of the file. */
  async function append(source: Bytes): Promise<{ size: number; sha256: string }> {
    const hash = createHash('sha256')
    let size = 0
    await writeFile(
      handle,
      (async function* () {
        for await (const chunk of source) {
          hash.update(chunk)
          size += chunk.length
          yield chunk
        }
      })(),
    )
    position += size
    return { size, sha256: hash.digest('hex') }
  }

  async function add(name: string, source: Bytes): Promise<ArchivedFile> {
    const start = position
    await append([Buffer.alloc(BLOCK)])
    const { size, sha256 } = await append(source)
    await append([Buffer.alloc(paddingOf(size))])
    await handle.write(tarHeader(name, size), 0, BLOCK, start)
    return { name, offset: start + BLOCK, size, sha256 }
  }

  files.push(await add(ABOUT_FILE, [Buffer.from(ABOUT)]))
  return {
    async add(name, source) {
      const file = await add(name, source)
      files.push(file)
      return file
    },
    async finish(manifest) {
      const whole = { ...manifest, files }
      const written = await add(MANIFEST_FILE, [Buffer.from(JSON.stringify(whole, null, 1))])
      await add(END_FILE, [encodeEnd(written)])
      await append([TAR_END])
      await handle.sync()
      return { manifest: whole, size: position }
    },
    [Symbol.asyncDispose]: () => handle.close(),
  }
}
