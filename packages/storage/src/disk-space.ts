import { statfs } from 'node:fs/promises'
import { StorageUnavailable } from './errors.ts'

export interface DiskSpace {
  total: number
  available: number
}

/**
 * Size of the volume that holds a directory and what an ordinary user may still write, in bytes.
 * @throws StorageUnavailable when the directory is not there
 */
export async function diskSpace(directory: string): Promise<DiskSpace> {
  try {
    const { bsize, blocks, bavail } = await statfs(directory)
    return { total: bsize * blocks, available: bsize * bavail }
  } catch (cause) {
    throw new StorageUnavailable('The size of the volume cannot be read', { cause })
  }
}
