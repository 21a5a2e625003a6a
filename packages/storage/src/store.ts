import type { Readable } from 'node:stream'

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

export interface StoreDescription {
  kind: 'disk' | 's3'
  /** `local` on disk. */
  bucket: string
}

/**
 * A flat set of write-once objects: an object is complete when it exists, and never changes.
 * Every method may throw {@link StorageUnavailable}; a key that breaks {@link checkedKey} is a TypeError.
 */
export interface Store {
  readonly description: StoreDescription
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
  /** Writes, reads and deletes a test object. @throws StorageUnavailable when any step fails */
  check(): Promise<void>
}
