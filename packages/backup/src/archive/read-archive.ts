import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
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
    await requireBackup(handle, path)
    const manifestFile = decodeEnd(await readBytes(handle, size - END_LENGTH, END_LENGTH))
    const manifest = await readManifestOf(handle, manifestFile)
    if (manifest.format > FORMAT) throw new RestoreRefused(newer(manifest))
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

/** @returns undefined for an archive that is damaged, of a newer version, or closed to this account, such as one that root made */
export async function openIfUsable(path: string): Promise<Archive | undefined> {
  try {
    return await openArchive(path)
  } catch (error) {
    const isClosed = (error as NodeJS.ErrnoException).code === 'EACCES' // other errors have other codes, or none
    if (isClosed || error instanceof ArchiveDamaged || error instanceof RestoreRefused) return undefined
    throw error
  }
}

/** @throws like {@link openArchive} */
export async function readManifest(path: string): Promise<Manifest> {
  await using archive = await openArchive(path)
  return archive.manifest
}

/** Why the archive of a newer version is refused. */
export const newer = ({ product }: Manifest): string =>
  `The backup was written by a newer Nightdesk (${product}): update this one first`

/** Every archive begins with the name of its first file. */
async function requireBackup(handle: FileHandle, path: string): Promise<void> {
  const start = await readBytes(handle, 0, ABOUT_FILE.length)
  if (start.toString('latin1') !== ABOUT_FILE)
    throw new RestoreRefused(`${path} is not a backup of Nightdesk`)
}

async function readManifestOf(handle: FileHandle, file: ArchivedFile): Promise<Manifest> {
  if (file.name !== MANIFEST_FILE) throw damaged(END_FILE)
  const chunks: Buffer[] = []
  for await (const chunk of readVerified(handle, file)) chunks.push(chunk)
  // Its hash says that Nightdesk wrote it.
  return JSON.parse(Buffer.concat(chunks).toString())
}

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
