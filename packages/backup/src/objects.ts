import { ignoreNotFound, type Store } from '@nightdesk/storage'
import type { Archive } from './archive/read-archive.ts'
import type { ArchiveWriter, Bytes } from './archive/write-archive.ts'
import { ArchiveDamaged } from './errors.ts'
import { objectFile } from './manifest.ts'
import type { StoredRow } from './snapshot.ts'

interface Objects {
  storage: Store
  /** An earlier archive. */
  earlier: Archive | undefined
  objects: StoredRow[]
}

/** @returns the keys of objects that the store lacks, or whose size is not the one that was stored */
export async function writeObjects(
  archive: ArchiveWriter,
  { storage, earlier, objects }: Objects,
  onProgress: (done: number) => void,
): Promise<string[]> {
  const broken: string[] = []
  for (const [index, { key, bytes }] of objects.entries()) {
    const source =
      (await fromEarlier(storage, earlier, key)) ?? (await storage.get(key).catch(ignoreNotFound))
    const size = source && (await archive.add(objectFile(key), source)).size
    if (size !== bytes) broken.push(key)
    onProgress(index + 1)
  }
  return broken
}

/** Objects never change, so what an earlier archive has need not be downloaded again. A disk is as fast as an archive. */
async function fromEarlier(
  storage: Store,
  earlier: Archive | undefined,
  key: string,
): Promise<Bytes | undefined> {
  const name = objectFile(key)
  if (storage.description.kind === 'disk' || !earlier?.has(name)) return undefined
  try {
    for await (const _ of earlier.read(name));
  } catch (error) {
    if (error instanceof ArchiveDamaged) return undefined
    throw error
  }
  return earlier.read(name)
}
