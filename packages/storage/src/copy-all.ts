import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { ignoreNotFound, ObjectExists, StorageUnavailable } from './errors.ts'
import type { Store, StoredObject } from './store.ts'

export interface CopyProgress {
  /** Objects that are now in the target for certain. */
  done: number
  total: number
}

export interface CopyResult {
  /** Objects that the target did not have. */
  copied: number
  /** Objects that it had, with the same bytes. */
  kept: number
}

/** At once: hides the latency of a bucket, and holds at most so many objects of 5 MB in memory. */
const LANES = 4

/**
 * Copies every object of a store to another. Each is read back from the target and compared by its sha256, those
 * included that were there before: so it may be interrupted, and run again until both hold the same.
 * The source stays as it is.
 * @throws ObjectExists when the target has other bytes under a name
 * @throws StorageUnavailable when a store fails, or when what was written reads back otherwise
 */
export async function copyAll(
  source: Store,
  target: Store,
  onProgress: (progress: CopyProgress) => void,
): Promise<CopyResult> {
  const objects: StoredObject[] = []
  for await (const object of source.list()) objects.push(object)
  const result: CopyResult = { copied: 0, kept: 0 }
  const total = objects.length
  onProgress({ done: 0, total })

  const copyNext = async () => {
    for (let object = objects.pop(); object; object = objects.pop()) {
      result[await copy(source, target, object.key)] += 1
      onProgress({ done: result.copied + result.kept, total })
    }
  }
  const stopOthers = (error: unknown) => {
    objects.length = 0
    throw error
  }
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, () => copyNext().catch(stopOthers)))
  const failed = lanes.find((lane) => lane.status === 'rejected')
  if (failed) throw failed.reason
  return result
}

async function copy(source: Store, target: Store, key: string): Promise<keyof CopyResult> {
  const bytes = await buffer(await source.get(key))
  const wasThere = (await target.head(key).catch(ignoreNotFound)) !== undefined
  if (!wasThere) await target.put(key, bytes)
  const arrived = await buffer(await target.get(key))
  if (sha256(arrived) === sha256(bytes)) return wasThere ? 'kept' : 'copied'
  if (wasThere) throw new ObjectExists(key)
  throw new StorageUnavailable(`What was written as ${key} reads back otherwise`)
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
