import { statfs } from 'node:fs/promises'
import { StorageUnavailable } from './errors.ts'

export interface DiskSpace {
  total: number
  available: number
}

/**
 * Size of the volume of a directory, and the space that is available to an ordinary user, in bytes.
 * @throws StorageUnavailable when the directory does not exist
 */
export async function diskSpace(directory: string): Promise<DiskSpace> {
  try {
    const { bsize, blocks, bavail } = await statfs(directory)
    return { total: bsize * blocks, available: bsize * bavail }
  } catch (cause) {
    throw new StorageUnavailable('The size of the volume cannot be read', { cause })
  }
}
