import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, link, open, opendir, readFile, rename, rm, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { codeOf, ignoreMissing, makeDirectory, syncDirectory, writeDurably } from './directory.ts'
import { checkedKey, checkedName, isKey, isName } from './keys.ts'
import {
  type ByteRange,
  ignoreNotFound,
  type LargeFiles,
  ObjectExists,
  ObjectNotFound,
  StorageFull,
  StorageUnavailable,
  type Store,
  type StoredObject,
} from './store.ts'

/** Longer than any write takes, of this process or of another on the same directory. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000

/**
 * Stores each object as a file of a directory, which is created if necessary. Any number of processes may share it.
 * @throws StorageUnavailable when the directory cannot be used
 */
export async function createDiskStore(directory: string): Promise<Store> {
  await attempt(() => makeDirectory(directory, 0o700))
  await attempt(() => removeAbandoned(directory))
  return {
    description: { kind: 'disk', bucket: 'local' },
    put: async (key, bytes) => put(directory, checkedKey(key), bytes),
    head: async (key) => head(directory, checkedKey(key)),
    get: async (key, range) => get(directory, checkedKey(key), range),
    delete: async (key) => remove(directory, checkedKey(key)),
    list: () => list(directory),
  }
}

/** A link, unlike a rename, never replaces a file: of two writers of one key, the second gets an error. */
async function put(directory: string, key: string, bytes: Uint8Array) {
  const path = join(directory, key)
  const temporary = join(directory, `.${randomUUID()}`)
  await attempt(async () => {
    try {
      await writeDurably(temporary, bytes)
      await link(temporary, path).catch((error) => acceptSame(error, path, key, bytes))
    } finally {
      await unlink(temporary).catch(ignoreMissing)
    }
    await syncDirectory(directory)
  })
}

async function acceptSame(error: unknown, path: string, key: string, bytes: Uint8Array) {
  if (codeOf(error) !== 'EEXIST') throw error
  const kept = await readFile(path)
  if (!kept.equals(bytes)) throw new ObjectExists(key, { cause: error })
}

async function remove(directory: string, key: string) {
  await attempt(async () => {
    await unlink(join(directory, key)).catch(ignoreMissing)
    await syncDirectory(directory)
  })
}

async function* list(directory: string): AsyncGenerator<StoredObject> {
  const entries = await attempt(() => opendir(directory))
  for await (const entry of entries) {
    if (!entry.isFile() || !isKey(entry.name)) continue
    // Deleted since the directory was read.
    const object = await head(directory, entry.name).catch(ignoreNotFound)
    if (object) yield object
  }
}

/** Deletes the temporary files of processes that died between writing and linking. */
async function removeAbandoned(directory: string) {
  const limit = Date.now() - ABANDONED_AFTER_MS
  for await (const { name } of await opendir(directory)) {
    if (!TEMPORARY.test(name)) continue
    const path = join(directory, name)
    // Another process finishes writing meanwhile.
    const file = await stat(path).catch(ignoreMissing)
    if (file && file.mtimeMs < limit) await unlink(path).catch(ignoreMissing)
  }
}

/** Large files as files of a directory, which is created if necessary. */
export function createLargeFilesOnDisk(directory: string): LargeFiles {
  return {
    write: async (name, bytes) => write(directory, checkedName(name), bytes),
    async fetch(name) {
      const path = join(directory, checkedName(name))
      await attempt(() => access(path), name)
      return path
    },
    head: async (name) => head(directory, checkedName(name)),
    get: async (name, range) => get(directory, checkedName(name), range),
    delete: (name) => attempt(() => rm(join(directory, deletable(name)), { force: true })),
    list: () => listFiles(directory),
  }
}

/** A file that is being written can be deleted, and not fetched. */
const deletable = (name: string) => (TEMPORARY.test(name) ? name : checkedName(name))

async function write(directory: string, name: string, bytes: Readable): Promise<void> {
  const temporary = join(directory, `.${randomUUID()}`)
  try {
    await attempt(() => makeDirectory(directory, 0o700))
    await pipeline(bytes, createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }))
    await attempt(() => rename(temporary, join(directory, name)))
    await attempt(() => syncDirectory(directory))
  } catch (error) {
    await rm(temporary, { force: true })
    throw isOfTheFile(error) ? storageError(error) : error
  }
}

async function* listFiles(directory: string): ReturnType<LargeFiles['list']> {
  const entries = await attempt(() => opendir(directory).catch(ignoreMissing))
  if (!entries) return
  for await (const { name } of entries) {
    if (!TEMPORARY.test(name) && !isName(name)) continue
    // Deleted since the directory was read.
    const found = await attempt(() => stat(join(directory, name)).catch(ignoreMissing))
    if (found?.isFile()) yield { key: name, stored_at: found.mtime.toISOString() }
  }
}

/** Whether the file could not be written. Otherwise its bytes could not be read. */
const isOfTheFile = (error: unknown) =>
  ['open', 'write', 'fsync', 'close'].includes((error as NodeJS.ErrnoException | null)?.syscall ?? '')

/** The name of a file while it is written. No key has it. */
const TEMPORARY = /^\.[0-9a-f-]{36}$/

async function head(directory: string, key: string): Promise<StoredObject> {
  const { size, mtime } = await attempt(() => stat(join(directory, key)), key)
  return { key, size, stored_at: mtime.toISOString() }
}

async function get(directory: string, key: string, range?: ByteRange): Promise<Readable> {
  const file = await attempt(() => open(join(directory, key), 'r'), key)
  return file.createReadStream(range)
}

/** Maps errors of the file system to those of a store. With a key, a missing file is a missing object. */
async function attempt<T>(operation: () => Promise<T>, key?: string): Promise<T> {
  try {
    return await operation()
  } catch (cause) {
    if (cause instanceof ObjectExists) throw cause
    if (key !== undefined && codeOf(cause) === 'ENOENT') throw new ObjectNotFound(key, { cause })
    throw storageError(cause)
  }
}

/** `ENOSPC`: the volume is full. `EDQUOT`: the user may not write more. */
const storageError = (cause: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes(codeOf(cause) ?? '')
    ? new StorageFull('The volume of the storage is full', { cause })
    : new StorageUnavailable('The storage directory cannot be used', { cause })
