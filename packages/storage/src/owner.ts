import { text } from 'node:stream/consumers'
import { ignoreNotFound } from './errors.ts'
import type { Store } from './store.ts'

/** The object that says whose files a store holds. */
export const OWNER_KEY = 'nightdesk-installation'

/** @returns the mark of the installation whose files the store holds; null when none has claimed them */
export async function readOwner(store: Pick<Store, 'get'>): Promise<string | null> {
  const object = await store.get(OWNER_KEY).catch(ignoreNotFound)
  return object ? text(object) : null
}

/** Marks the files of a store as those of an installation, in place of another. */
export async function claimStore(store: Pick<Store, 'put' | 'delete'>, mark: string): Promise<void> {
  await store.delete(OWNER_KEY)
  await store.put(OWNER_KEY, Buffer.from(mark))
}
