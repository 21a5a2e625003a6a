import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'
import type { Store, StoredObject } from './store.ts'
import { ignoreNotFound, ObjectExists, StorageUnavailable } from './store.ts'

/** How much of a task is done, in parts of its own. */
export interface Progress {
  done: number
  total: number
}

interface CopyResult {
  /** Objects that the target did not have. */
  copied: number
  /** Objects that the target had before, with the same bytes. */
  kept: number
}

/** Copies at once: enough to hide the latency of a bucket, and at most four objects of 5 MB in memory. */
const AT_ONCE = 4

/**
 * Copies every object of a store to another. Each is read back from the target and compared by its sha256, even if it was
 * there before: an interrupted copy can be run again until both stores hold the same. The source is not changed.
 * @param onProgress is told of objects that were compared in the target, or deleted meanwhile
 * @throws ObjectExists when the target has other bytes under a name
 * @throws StorageUnavailable when a store fails, or when an object reads back differently
 */
export async function copyAll(
  source: Store,
  target: Store,
  onProgress: (progress: Progress) => void,
): Promise<CopyResult> {
  const objects: StoredObject[] = []
  for await (const object of source.list()) objects.push(object)
  const result: CopyResult = { copied: 0, kept: 0 }
  let done = 0
  const total = objects.length
  onProgress({ done: 0, total })

  const limit = pLimit({ concurrency: AT_ONCE, rejectOnClear: true })
  const copies = objects.map(({ key }) =>
    limit(async () => {
      const outcome = await copy(source, target, key)
      if (outcome) result[outcome] += 1
      onProgress({ done: ++done, total })
    }),
  )
  try {
    await Promise.all(copies)
  } catch (error) {
    limit.clearQueue()
    await Promise.allSettled(copies)
    throw error
  }
  return result
}

/** @returns null for an object that was deleted since the list was read, such as that of a check */
async function copy(source: Store, target: Store, key: string): Promise<keyof CopyResult | null> {
  const object = await source.get(key).catch(ignoreNotFound)
  if (!object) return null
  const bytes = await buffer(object)
  const wasThere = (await target.head(key).catch(ignoreNotFound)) !== undefined
  if (!wasThere) await target.put(key, bytes)
  const arrived = await buffer(await target.get(key))
  if (sha256(arrived) === sha256(bytes)) return wasThere ? 'kept' : 'copied'
  if (wasThere) throw new ObjectExists(key)
  throw new StorageUnavailable(`What was written as ${key} reads back otherwise`)
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
