import { stat, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { StorageUnavailable } from './store.ts'

/**
 * Size of the volume of a directory, and the space that is available to an ordinary user, in bytes. A directory that does not
 * exist yet is where it would be made.
 * @throws StorageUnavailable
 */
export async function diskSpace(directory: string) {
  try {
    const { bsize, blocks, bavail } = await onExisting(resolve(directory), (found) => statfs(found))
    return { total: bsize * blocks, available: bsize * bavail }
  } catch (cause) {
    throw new StorageUnavailable('The size of the volume cannot be read', { cause })
  }
}

/** Whether two directories are on one volume, which is lost as a whole. */
export async function areOnSameVolume(a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all(
    [a, b].map((path) => onExisting(resolve(path), (found) => stat(found))),
  )
  return first?.dev === second?.dev
}

/** Looks at a path, or at the nearest one above it that exists. */
async function onExisting<T>(path: string, look: (path: string) => Promise<T>): Promise<T> {
  try {
    return await look(path)
  } catch (error) {
    if (path === dirname(path)) throw error
    return onExisting(dirname(path), look)
  }
}
