import { randomBytes, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/** Part of an object, in bytes. Both ends are included, as in HTTP. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredObject {
  key: string
  /** In bytes. */
  size: number
  /** When it was stored, ISO 8601 in UTC. */
  stored_at: string
}

/**
 * A flat set of write-once objects: an object is complete when it exists, and never changes.
 * Every method may throw {@link StorageUnavailable}; a key that breaks {@link checkedKey} is a TypeError.
 */
export interface Store {
  /** The bucket is `local` on disk. */
  readonly description: { kind: 'disk' | 's3'; bucket: string }
  /** Durable when it returns. Storing the same bytes again does nothing. @throws ObjectExists for other bytes */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** @throws ObjectNotFound */
  head(key: string): Promise<StoredObject>
  /**
   * The bytes, or those of a range inside the object. Read the stream to its end or destroy it.
   * @throws ObjectNotFound
   */
  get(key: string, range?: ByteRange): Promise<Readable>
  /** Deleting a missing object is no error. */
  delete(key: string): Promise<void>
  /** Every object, in no particular order. */
  list(): AsyncIterable<StoredObject>
}

/**
 * Files that are too large for memory. They are where the objects of a store are, and no store lists them. A name is like
 * a key of a store, may have capitals, and is used once.
 */
export interface LargeFiles extends Pick<Store, 'head' | 'get' | 'delete'> {
  /**
   * Durable when it returns. Of a stream that breaks, nothing is left.
   * @param size in bytes, if it is known
   * @throws StorageFull, StorageUnavailable, or the error of the stream
   */
  write(name: string, bytes: Readable, size?: number): Promise<void>
  /**
   * @param folder where a copy may be made
   * @returns the path of the file on this machine
   * @throws ObjectNotFound, or StorageUnavailable
   */
  fetch(name: string, folder: string): Promise<string>
  /** Every file, also what a process that died has left of one. Those with names of others are ignored. */
  list(): AsyncIterable<Pick<StoredObject, 'key' | 'stored_at'>>
}

/** Writes, reads and deletes a test object. @throws StorageUnavailable when any step fails */
export async function checkStore(store: Pick<Store, 'put' | 'get' | 'delete'>): Promise<void> {
  const key = `probe-${randomUUID()}`
  const written = randomBytes(64)
  try {
    await store.put(key, written)
    const read = await buffer(await store.get(key))
    if (!read.equals(written)) throw new Error('What was read is not what was written')
    await store.delete(key)
  } catch (cause) {
    throw new StorageUnavailable('The storage check failed', { cause })
  }
}

/** No object has this key. */
export class ObjectNotFound extends Error {
  override name = 'ObjectNotFound'

  constructor(key: string, options?: ErrorOptions) {
    super(`There is no object ${key}`, options)
  }
}

/** For `catch`: a missing object becomes undefined. */
export function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof ObjectNotFound)) throw error
}

/** The key has an object with other bytes, which was not changed. */
export class ObjectExists extends Error {
  override name = 'ObjectExists'

  constructor(key: string, options?: ErrorOptions) {
    super(`Another object is already kept as ${key}`, options)
  }
}

/** The store cannot be reached, is full, or failed. It may work again later. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

/** The store has no room for a file. */
export class StorageFull extends StorageUnavailable {
  override name = 'StorageFull'
}
