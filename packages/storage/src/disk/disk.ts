import { randomUUID } from 'node:crypto'
import { link, mkdir, open, opendir, readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreNotFound, ObjectExists } from '../errors.ts'
import { checkedKey, isKey } from '../keys.ts'
import { probe } from '../probe.ts'
import type { Store, StoredObject } from '../store.ts'
import { attempt, codeOf, get, head, ignoreMissing, syncDirectory, TEMPORARY } from './directory.ts'

/** Longer than any write takes, of this process or of another on the same directory. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000

/**
 * Stores each object as a file of a directory, which is created if necessary. Any number of processes may share it.
 * @throws StorageUnavailable when the directory cannot be used
 */
export async function createDiskStore(directory: string): Promise<Store> {
  await attempt(() => mkdir(directory, { recursive: true, mode: 0o700 }))
  await attempt(() => removeAbandoned(directory))
  const store: Store = {
    description: { kind: 'disk', bucket: 'local' },
    put: async (key, bytes) => put(directory, checkedKey(key), bytes),
    head: async (key) => head(directory, checkedKey(key)),
    get: async (key, range) => get(directory, checkedKey(key), range),
    delete: async (key) => remove(directory, checkedKey(key)),
    list: () => list(directory),
    check: () => probe(store),
  }
  return store
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

async function writeDurably(path: string, bytes: Uint8Array) {
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(bytes)
  await file.sync()
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
