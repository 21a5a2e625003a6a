import { randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { StorageUnavailable } from './errors.ts'
import type { Store } from './store.ts'

/** Implements {@link Store.check} with the store's own methods. */
export async function probe(store: Pick<Store, 'put' | 'get' | 'delete'>): Promise<void> {
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
