import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { codeOf, ignoreMissing, type LargeFiles, ObjectNotFound } from '@nightdesk/storage'
import {
  ArchiveDamaged,
  type ArchivedFile,
  FORMAT,
  type Manifest,
  objectFile,
  PRODUCT,
  RestoreRefused,
} from './manifest.ts'

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Of files, tables or segments. */
export interface Progress {
  done: number
  total: number
}

type Content = Omit<Manifest, 'format' | 'product' | 'files'>

/** Bytes that are hashed while they are read. After the last one, `result` says what they were. */
export function hashing<Chunk extends Uint8Array>(source: AsyncIterable<Chunk> | Iterable<Chunk>) {
  const hash = createHash('sha256')
  let size = 0
  async function* read() {
    for await (const chunk of source) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  return { chunks: read(), result: () => ({ size, sha256: hash.digest('hex') }) }
}

export type ArchiveWriter = Awaited<ReturnType<typeof createArchive>>

/** Writes a new file. Nothing is in memory but what is being written. */
export async function createArchive(path: string) {
  const handle = await open(path, 'wx', 0o600)
  const files: ArchivedFile[] = []
  let position = 0

  /** Adds a file. Its size need not be known: the header is written after it. */
  async function add(name: string, source: Bytes): Promise<ArchivedFile> {
    const start = position
    await append([Buffer.alloc(BLOCK)])
    const { size, sha256 } = await append(source)
    await append([Buffer.alloc(paddingOf(size))])
    await handle.write(tarHeader(name, size), 0, BLOCK, start)
    const file = { name, offset: start + BLOCK, size, sha256 }
    files.push(file)
    return file
  }

  /** At the position of the handle, which is the end of the file. */
  async function append(source: Bytes): Promise<{ size: number; sha256: string }> {
    const { chunks, result } = hashing(source)
    await writeFile(handle, chunks)
    const written = result()
    position += written.size
    return written
  }

  /** Writes the manifest and the end. Everything is on the disk when it returns. */
  async function finish(content: Content) {
    const manifest: Manifest = { format: FORMAT, product: PRODUCT, ...content, files: [...files] }
    const written = await add(MANIFEST_FILE, [Buffer.from(JSON.stringify(manifest, null, 1))])
    await add(END_FILE, [encodeEnd(written)])
    await append([TAR_END])
    await handle.sync()
    return { manifest, size: position }
  }

  await add(ABOUT_FILE, [Buffer.from(ABOUT)])
  return { add, finish, [Symbol.asyncDispose]: () => handle.close() }
}

export type Archive = Awaited<ReturnType<typeof openArchive>>

/**
 * Reads the manifest from the end of an archive, without the rest.
 * @throws ArchiveDamaged when the archive is cut off or its manifest is damaged, and RestoreRefused when it is no archive or
 * that of a newer version
 */
export async function openArchive(path: string) {
  const handle = await open(path, 'r')
  try {
    const stats = await handle.stat()
    // A folder has a size, too.
    const size = stats.isFile() ? stats.size : 0
    const { manifest, manifestFile } = await findManifest(path, size, (position, length) =>
      readBytes(handle, position, length),
    )
    const files = new Map(manifest.files.map((file) => [file.name, file]))
    return {
      manifest,
      has: (name: string) => files.has(name),
      /** The bytes of a file. Throws ArchiveDamaged after the last one when they are not those that were written. */
      read(name: string) {
        const file = files.get(name)
        if (!file) throw new ArchiveDamaged(`The backup has no ${name}`)
        return readVerified(handle, file)
      },
      /**
       * Reads every byte of the archive.
       * @param onFile is called after each file
       * @throws ArchiveDamaged with the name of the first damaged file
       */
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
  if (manifest.format > FORMAT) throw ofNewerVersion(manifest)
  return { manifest, manifestFile }
}

/** @returns undefined for an archive that is damaged, of a newer version, deleted meanwhile, or closed to this account, such as one that root made */
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
  const code = codeOf((error as Error).cause ?? error)
  if (code !== 'EACCES' && code !== 'ENOENT') throw error
}

/** @returns undefined where the archive does not have an object with the bytes that were stored */
export async function readObject(archive: Archive, key: string): Promise<AsyncIterable<Buffer> | undefined> {
  const name = objectFile(key)
  if (!archive.has(name) || archive.manifest.broken_objects.includes(key)) return undefined
  try {
    for await (const _ of archive.read(name));
  } catch (error) {
    if (error instanceof ArchiveDamaged) return undefined
    throw error
  }
  return archive.read(name)
}

export const ofNewerVersion = ({ product }: Manifest) =>
  new RestoreRefused(`The backup was written by a newer Nightdesk (${product}): update this one first`)

/** Bytes that are read at once. */
const CHUNK = 256 * 1024

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

/** In bytes: every header has this size, and every file is filled up to a multiple of it. */
const BLOCK = 512

/** Positions of the fields of a header, from POSIX (`ustar`). */
const FIELDS = { mode: 100, uid: 108, gid: 116, size: 124, mtime: 136, checksum: 148, type: 156, magic: 257 }
/** The largest size in octal digits. */
const MAX_OCTAL = 0o77777777777

/**
 * The header of a file in a tar. It says nothing but its name and size, so a reader knows what each byte must be; and it can
 * be written after the file, whose size is not known before. The tar packages of npm want the size first.
 */
function tarHeader(name: string, size: number): Buffer {
  // A longer name would need a second header.
  if (!/^[\x21-\x7e]{1,100}$/.test(name)) throw new TypeError(`A file of a backup cannot be named ${name}`)
  const header = Buffer.alloc(BLOCK)
  header.write(name)
  header.write('0000600\0', FIELDS.mode)
  header.write('0000000\0', FIELDS.uid)
  header.write('0000000\0', FIELDS.gid)
  writeSize(header, size)
  header.write('00000000000\0', FIELDS.mtime)
  header.write('        ', FIELDS.checksum)
  header.write('0', FIELDS.type)
  header.write('ustar\x0000', FIELDS.magic)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, FIELDS.checksum)
  return header
}

/** Sizes from 8 GiB on are binary, marked by the first bit, as GNU tar writes them. */
function writeSize(header: Buffer, size: number): void {
  if (size <= MAX_OCTAL) {
    header.write(`${size.toString(8).padStart(11, '0')}\0`, FIELDS.size)
    return
  }
  header[FIELDS.size] = 0x80
  header.writeUIntBE(size, FIELDS.size + 6, 6)
}

/** Two empty blocks end a tar. */
const TAR_END = Buffer.alloc(2 * BLOCK)

const ABOUT_FILE = 'about-this-backup.txt'
const MANIFEST_FILE = 'manifest.json'
const END_FILE = 'end.json'

/** Bytes from the header of the last file to the end of the archive. */
const END_LENGTH = 2 * BLOCK + TAR_END.length

/** Bytes between the end of a file and the next header. */
const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK

/** The last file of an archive says where its manifest is. It has one block, so that a reader finds it from the end. */
const encodeEnd = (manifest: ArchivedFile): Buffer =>
  Buffer.from(JSON.stringify(manifest).padEnd(BLOCK, '\n'))

/** @param bytes the last {@link END_LENGTH} bytes of an archive */
function decodeEnd(bytes: Buffer): ArchivedFile {
  const header = tarHeader(END_FILE, BLOCK)
  if (!header.equals(bytes.subarray(0, BLOCK)) || !TAR_END.equals(bytes.subarray(2 * BLOCK)))
    throw new ArchiveDamaged('The backup is not whole: its end is missing')
  try {
    return JSON.parse(bytes.toString('utf8', BLOCK, 2 * BLOCK))
  } catch (cause) {
    throw new ArchiveDamaged(`The backup is damaged: ${END_FILE} cannot be read`, { cause })
  }
}

const ABOUT = `A backup of a Nightdesk site. To restore it: nightdesk restore FILE

To read it without Nightdesk, unpack this tar. manifest.json lists every file with its sha256, and the columns of each
table. tables/*.copy.zst are compressed by zstd, in the text format of COPY of Postgres. objects/ has the uploaded files
by their names in the store. secrets.age, if it is there, can be opened by age (https://age-encryption.org).
`

/** Names that {@link archiveName} makes. */
export const ARCHIVE_NAME = /^nightdesk-\d{4}-\d{2}-\d{2}T\d{6}\.\d{3}Z\.tar$/

/** Sorts by time. */
export const archiveName = ({ created_at }: Pick<Manifest, 'created_at'>): string =>
  `nightdesk-${created_at.replaceAll(':', '')}.tar`

/** @returns the paths of all archives in a directory, the newest first; none when there is no directory */
export async function listArchives(directory: string): Promise<string[]> {
  const names = (await readdir(directory).catch(ignoreMissing)) ?? []
  return names
    .filter((name) => ARCHIVE_NAME.test(name))
    .sort()
    .reverse()
    .map((name) => join(directory, name))
}

/** Those of a directory for backups, with the copy that the worker has there of the newest one in a bucket; the newest first. */
export async function listAllArchives(backups: string): Promise<string[]> {
  const all = [...(await listArchives(backups)), ...(await listArchives(join(backups, 'bucket')))]
  return all.sort((a, b) => (basename(a) < basename(b) ? 1 : -1))
}
