import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { type LargeFiles, ObjectNotFound } from '@nightdesk/storage'
import { ArchiveDamaged, RestoreRefused } from '../errors.ts'
import { type ArchivedFile, FORMAT, type Manifest } from '../manifest.ts'
import { ABOUT_FILE, decodeEnd, END_FILE, END_LENGTH, MANIFEST_FILE, paddingOf } from './layout.ts'
import { BLOCK, tarHeader } from './tar-header.ts'

/** Bytes that are read at once. */
const CHUNK = 256 * 1024

export interface Archive extends AsyncDisposable {
  manifest: Manifest
  /** In bytes. */
  size: number
  has(name: string): boolean
  /** The bytes of a file. Throws ArchiveDamaged after the last one when they are not those that were written. */
  read(name: string): AsyncIterable<Buffer>
  /**
   * Reads every byte of the archive.
   * @param onFile is called after each file
   * @throws ArchiveDamaged with the name of the first damaged file
   */
  check(onFile?: () => void): Promise<void>
}

/**
 * Reads the manifest from the end of an archive, without the rest.
 * @throws ArchiveDamaged when the archive is cut off or its manifest is damaged, and RestoreRefused when it is no archive or
 * that of a newer version
 */
export async function openArchive(path: string): Promise<Archive> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const { manifest, manifestFile } = await findManifest(path, size, (position, length) =>
      readBytes(handle, position, length),
    )
    const files = new Map(manifest.files.map((file) => [file.name, file]))
    return {
      manifest,
      size,
      has: (name) => files.has(name),
      read(name) {
        const file = files.get(name)
        if (!file) throw new ArchiveDamaged(`The backup has no ${name}`)
        return readVerified(handle, file)
      },
      check: (onFile = () => {}) => check(handle, [...manifest.files, manifestFile], onFile),
      [Symbol.asyncDispose]: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** @param read gets a range inside the archive */
async function findManifest(
  path: string,
  size: number,
  read: (position: number, length: number) => Promise<Buffer>,
): Promise<{ manifest: Manifest; manifestFile: ArchivedFile }> {
  // Every archive begins with the name of its first file.
  const start = await read(0, Math.min(ABOUT_FILE.length, size))
  if (start.toString('latin1') !== ABOUT_FILE)
    throw new RestoreRefused(`${path} is not a backup of Nightdesk`)
  const end = Math.min(END_LENGTH, size)
  const manifestFile = decodeEnd(await read(size - end, end))
  const { name, offset, size: length, sha256 } = manifestFile
  if (name !== MANIFEST_FILE || !(offset >= 0 && length > 0 && offset + length <= size))
    throw damaged(END_FILE)
  const bytes = await read(offset, length)
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw damaged(name)
  // Its hash says that Nightdesk wrote it.
  const manifest: Manifest = JSON.parse(bytes.toString())
  if (manifest.format > FORMAT) throw new RestoreRefused(newer(manifest))
  return { manifest, manifestFile }
}

/** @returns undefined for an archive that is damaged, of a newer version, or closed to this account, such as one that root made */
export const openIfUsable = (path: string): Promise<Archive | undefined> =>
  openArchive(path).catch(ignoreUnusable)

/** @returns undefined also when the file is gone, or has not been written to its end */
export async function readManifestIfUsable(files: LargeFiles, name: string) {
  try {
    const { size } = await files.head(name)
    const read = async (start: number, length: number) =>
      length > 0 ? buffer(await files.get(name, { start, end: start + length - 1 })) : Buffer.alloc(0)
    return { ...(await findManifest(name, size, read)), size }
  } catch (error) {
    return error instanceof ObjectNotFound ? undefined : ignoreUnusable(error)
  }
}

function ignoreUnusable(error: unknown): undefined {
  if (error instanceof ArchiveDamaged || error instanceof RestoreRefused) return
  const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException // other errors have other codes, or none
  if (code !== 'EACCES') throw error
}

/** @throws like {@link openArchive} */
export async function readManifest(path: string): Promise<Manifest> {
  await using archive = await openArchive(path)
  return archive.manifest
}

/** Why the archive of a newer version is refused. */
export const newer = ({ product }: Manifest): string =>
  `The backup was written by a newer Nightdesk (${product}): update this one first`

/** @param into holds each chunk until the next one is asked for; by default, each chunk is a new buffer */
async function* readVerified(
  handle: FileHandle,
  file: ArchivedFile,
  into?: Buffer<ArrayBuffer>,
): AsyncGenerator<Buffer> {
  const { name, offset, size, sha256 } = file
  const hash = createHash('sha256')
  for (let position = offset; position < offset + size; ) {
    const chunk = await readBytes(handle, position, Math.min(CHUNK, offset + size - position), into)
    if (chunk.length === 0) throw damaged(name)
    hash.update(chunk)
    position += chunk.length
    yield chunk
  }
  if (hash.digest('hex') !== sha256) throw damaged(name)
}

/** @param files all of them */
async function check(handle: FileHandle, files: ArchivedFile[], onFile: () => void): Promise<void> {
  const chunk = Buffer.alloc(CHUNK)
  for (const file of files) {
    for await (const _ of readVerified(handle, file, chunk));
    const { name, size, offset } = file
    const header = await readBytes(handle, offset - BLOCK, BLOCK)
    const padding = await readBytes(handle, offset + size, paddingOf(size))
    if (!header.equals(tarHeader(name, size)) || padding.some((byte) => byte !== 0)) throw damaged(name)
    onFile()
  }
}

/** Fewer bytes where the file ends. */
async function readBytes(
  handle: FileHandle,
  position: number,
  length: number,
  into = Buffer.alloc(length),
): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(into, 0, length, Math.max(0, position))
  return buffer.subarray(0, bytesRead)
}

const damaged = (name: string) =>
  new ArchiveDamaged(`The backup is damaged: ${name} is not as it was written`)
