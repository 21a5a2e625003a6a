import { buffer } from 'node:stream/consumers'
import { isOwnKey, ObjectExists, type Store } from '@nightdesk/storage'
import { RestoreRefused } from '../errors.ts'
import { objectFile, objectKeys } from '../manifest.ts'
import type { Material } from './restore-backup.ts'

/** Stores all objects. Those that the store has already with the same bytes stay. */
export async function loadObjects({ archive, step }: Material, storage: Store): Promise<void> {
  for (const key of objectKeys(archive.manifest)) {
    await storage.put(key, await buffer(archive.read(objectFile(key)))).catch((error: unknown) => {
      if (!(error instanceof ObjectExists)) throw error
      throw new RestoreRefused(`The storage has another file named ${key}`, { cause: error })
    })
    step()
  }
}

/** Files of a restore that was killed do not count, as it can be repeated. @throws RestoreRefused when there are others */
export async function requireNoOthers({ archive }: Material, storage: Store): Promise<void> {
  for await (const { key } of storage.list())
    if (isOwnKey(key) && !archive.has(objectFile(key)))
      throw new RestoreRefused('The storage has files already: restore into an empty one')
}
