import { stat, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { StorageUnavailable } from './store.ts'

/**
 * Size of the volume of a directory, and the space that is available to an ordinary user, in bytes.
 * @throws StorageUnavailable when the directory does not exist
 */
export async function diskSpace(directory: string) {
  try {
    const { bsize, blocks, bavail } = await statfs(directory)
    return { total: bsize * blocks, available: bsize * bavail }
  } catch (cause) {
    throw new StorageUnavailable('The size of the volume cannot be read', { cause })
  }
}

/** Whether two directories are on one volume, which is lost as a whole. One that does not exist yet is where it would be made. */
export async function areOnSameVolume(a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all([volumeOf(resolve(a)), volumeOf(resolve(b))])
  return first === second
}

async function volumeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).dev
  } catch (error) {
    if (path === dirname(path)) throw error
    return volumeOf(dirname(path))
  }
}
