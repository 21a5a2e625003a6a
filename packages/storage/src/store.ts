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

export interface StoreStats {
  objects: number
  bytes: number
}

export interface StoreDescription {
  kind: 'disk' | 's3'
  /** `local` on disk. */
  bucket: string
}

/**
 * A flat set of write-once objects. Whatever is there is whole, and what a key names never changes.
 * Every method may throw {@link StorageUnavailable}; a key that breaks {@link checkedKey} is a TypeError.
 */
export interface Store {
  readonly description: StoreDescription
  /** Durable once it returns. Storing the same bytes again does nothing. @throws ObjectExists for other bytes */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** @throws ObjectNotFound */
  head(key: string): Promise<StoredObject>
  /**
   * The bytes, or those of a range that lies within the object. Read the stream to its end or destroy it.
   * @throws ObjectNotFound
   */
  get(key: string, range?: ByteRange): Promise<Readable>
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>
  /** Every object, in no particular order. */
  list(): AsyncIterable<StoredObject>
  /** Counts every object: the time grows with their number. */
  stats(): Promise<StoreStats>
  /** Writes, reads and deletes an object for real. @throws StorageUnavailable when any of it fails */
  check(): Promise<void>
}
