import { constants } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ObjectExists, ObjectNotFound, StorageFull, StorageUnavailable } from '../errors.ts'
import type { ByteRange, StoredObject } from '../store.ts'

// Files of a directory, which those of a store and large ones share.

/** The name of a file while it is written. No key has it. */
export const TEMPORARY = /^\.[0-9a-f-]{36}$/

export async function head(directory: string, key: string): Promise<StoredObject> {
  const { size, mtime } = await attempt(() => stat(join(directory, key)), key)
  return { key, size, stored_at: mtime.toISOString() }
}

export async function get(directory: string, key: string, range?: ByteRange): Promise<Readable> {
  const file = await attempt(() => open(join(directory, key), 'r'), key)
  return file.createReadStream(range)
}

/** A new name survives a power failure only after fsync of its directory. Windows can neither open one nor needs to. */
export async function syncDirectory(directory: string) {
  if (process.platform === 'win32') return
  await using handle = await open(directory, constants.O_RDONLY)
  await handle.sync()
}

/** Maps errors of the file system to those of a store. With a key, a missing file is a missing object. */
export async function attempt<T>(operation: () => Promise<T>, key?: string): Promise<T> {
  try {
    return await operation()
  } catch (cause) {
    if (cause instanceof ObjectExists) throw cause
    if (key !== undefined && codeOf(cause) === 'ENOENT') throw new ObjectNotFound(key, { cause })
    throw storageError(cause)
  }
}

/** `ENOSPC`: the volume is full. `EDQUOT`: the user may not write more. */
export const storageError = (cause: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes(codeOf(cause) ?? '')
    ? new StorageFull('The volume of the storage is full', { cause })
    : new StorageUnavailable('The storage directory cannot be used', { cause })

/** For `catch`: a missing file becomes undefined. */
export function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}

export const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code
