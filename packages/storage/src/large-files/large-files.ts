import type { Readable } from 'node:stream'
import type { ByteRange, StoredObject } from '../store.ts'

/**
 * Files that are too large for memory. They are where the objects of a store are, and no store lists them. A name is like
 * a key of a store, may have capitals, and is used once.
 */
export interface LargeFiles {
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
  /** @throws ObjectNotFound, or StorageUnavailable */
  head(name: string): Promise<StoredObject>
  /**
   * The bytes, or those of a range inside the file. Read the stream to its end or destroy it.
   * @throws ObjectNotFound, or StorageUnavailable
   */
  get(name: string, range?: ByteRange): Promise<Readable>
  /** Deleting a missing file is no error. */
  delete(name: string): Promise<void>
  /** Every file, also what a process that died has left of one. */
  list(): AsyncIterable<Pick<StoredObject, 'key' | 'stored_at'>>
}
