import { text } from 'node:stream/consumers'
import { ignoreNotFound } from './errors.ts'
import type { Store } from './store.ts'

/** Key of the object with the mark of the installation that owns the files. */
export const OWNER_KEY = 'nightdesk-installation'

/** @returns the mark of the installation that owns the files; null when none has claimed them */
export async function readOwner(store: Pick<Store, 'get'>): Promise<string | null> {
  const object = await store.get(OWNER_KEY).catch(ignoreNotFound)
  return object ? text(object) : null
}

/** Claims the files of a store for an installation, replacing any other. */
export async function claimStore(store: Pick<Store, 'put' | 'delete'>, mark: string): Promise<void> {
  await store.delete(OWNER_KEY)
  await store.put(OWNER_KEY, Buffer.from(mark))
}
